import { Button, makeStyles, SubtractIcon, AddIcon, tokens, ZoomFitIcon } from '@console/shared-ui/basics';
import { useTopic } from '../editor/view/use-topic';
import { messages } from '../messages';
import { KeyTooltip } from './keys/key-tooltip';
import { useScreen } from './screen-context';

const words = messages.canvas.zoom;
const useStyles = makeStyles({
  group: { display: 'inline-flex', alignItems: 'center' },
  percent: { minWidth: '52px', fontVariantNumeric: 'tabular-nums', paddingInline: tokens.spacingHorizontalXS },
});

/** Buttons to zoom out, in, to 100 % and to fit. */
export function ZoomControls() {
  const styles = useStyles();
  const { editor } = useScreen();
  const { viewport } = editor;
  const { scale } = useTopic(editor.topics.camera);
  return (
    <div role="group" aria-label={words.group} className={styles.group}>
      <KeyTooltip label={words.out} action="zoom-out">
        <Button size="small" appearance="subtle" icon={<SubtractIcon />} onClick={() => viewport.zoomStep(-1)} />
      </KeyTooltip>
      <KeyTooltip label={`${words.percent(toPercent(scale))}: ${words.actual}`} action="actual-size">
        <Button size="small" appearance="subtle" className={styles.percent} onClick={() => viewport.zoomTo(1)}>
          {words.percent(toPercent(scale))}
        </Button>
      </KeyTooltip>
      <KeyTooltip label={words.in} action="zoom-in">
        <Button size="small" appearance="subtle" icon={<AddIcon />} onClick={() => viewport.zoomStep(1)} />
      </KeyTooltip>
      <KeyTooltip label={words.fit} action="fit">
        <Button size="small" appearance="subtle" icon={<ZoomFitIcon />} onClick={() => viewport.fit()} />
      </KeyTooltip>
    </div>
  );
}

const toPercent = (scale: number) => Math.round(scale * 100);
