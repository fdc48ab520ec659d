import { memo } from 'react';
import { Button, CloseIcon, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import { useTopic } from '../../editor/view/layer/use-topic';
import { EARLIER_COLOR, EARLIER_DASH, STROKE_WIDTH } from '../../editor/painting/look';
import { useScreen } from '../context/screen-context';
import { changeHistoryMessages } from './change-history-messages';
import { useHistoryPanel } from './use-history-panel';

const texts = changeHistoryMessages.legend;
const useStyles = makeStyles({
  legend: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    insetInlineStart: tokens.spacingHorizontalS,
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    paddingInline: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    fontSize: tokens.fontSizeBase200,
    // Only the button receives pointer events, so that shapes behind the legend can be clicked.
    pointerEvents: 'none',
    '& button': { pointerEvents: 'auto' },
  },
  entry: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  // The samples show the colors of the canvas, which forced-colors mode does not change.
  lineSample: { flexShrink: 0, forcedColorAdjust: 'none' },
});

/** Explains the lines on the canvas while an earlier version of the shapes is shown. */
export const Legend = memo(function Legend() {
  const styles = useStyles();
  const { editor } = useScreen();
  const earlierVersion = useTopic(editor.topics.earlier);
  const { showVersion } = useHistoryPanel();
  if (!earlierVersion) return null;
  return (
    <div role="group" aria-label={texts.label} className={styles.legend}>
      <span className={styles.entry}>
        <LineSample color={EARLIER_COLOR} dash={EARLIER_DASH.join(' ')} />
        {texts.earlier(earlierVersion.time, earlierVersion.shapes.length)}
      </span>
      <span className={styles.entry}>
        <LineSample color={EARLIER_COLOR} />
        {texts.current}
      </span>
      <Tooltip content={changeHistoryMessages.hide} relationship="label">
        <Button size="small" appearance="subtle" icon={<CloseIcon />} onClick={() => showVersion(null)} />
      </Tooltip>
    </div>
  );
});

function LineSample({ color, dash }: { color: string; dash?: string }) {
  const styles = useStyles();
  return (
    <svg aria-hidden width="32" height="10" className={styles.lineSample}>
      <line x1="0" y1="5" x2="32" y2="5" stroke="#404040" strokeWidth={STROKE_WIDTH + 2} />
      <line x1="0" y1="5" x2="32" y2="5" stroke={color} strokeWidth={STROKE_WIDTH} strokeDasharray={dash} />
    </svg>
  );
}
