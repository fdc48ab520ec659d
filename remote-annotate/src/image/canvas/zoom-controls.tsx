import { Button, makeStyles, SubtractIcon, AddIcon, tokens, ZoomFitIcon } from '@console/shared-ui/basics';
import { useTopic } from '../../editor/view/layer/use-topic';
import { zoomMessages } from './zoom-messages';
import { KeyTooltip } from '../keys/key-tooltip';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({
  group: { display: 'inline-flex', alignItems: 'center' },
  percent: { minWidth: '52px', fontVariantNumeric: 'tabular-nums', paddingInline: tokens.spacingHorizontalXS },
});

/** Buttons to zoom out, to show one image pixel per screen pixel, to zoom in, and to fit the image to the window. */
export function ZoomControls() {
  const styles = useStyles();
  const { editor } = useScreen();
  const { viewport } = editor;
  const { scale } = useTopic(editor.topics.camera);
  return (
    <div role="group" aria-label={zoomMessages.group} className={styles.group}>
      <KeyTooltip label={zoomMessages.out} action="zoom-out">
        <Button size="small" appearance="subtle" icon={<SubtractIcon />} onClick={() => viewport.zoomStep(-1)} />
      </KeyTooltip>
      <KeyTooltip label={`${zoomMessages.percent(toPercent(scale))}: ${zoomMessages.actual}`} action="actual-size">
        <Button size="small" appearance="subtle" className={styles.percent} onClick={() => viewport.zoomTo(1)}>
          {zoomMessages.percent(toPercent(scale))}
        </Button>
      </KeyTooltip>
      <KeyTooltip label={zoomMessages.in} action="zoom-in">
        <Button size="small" appearance="subtle" icon={<AddIcon />} onClick={() => viewport.zoomStep(1)} />
      </KeyTooltip>
      <KeyTooltip label={zoomMessages.fit} action="fit">
        <Button size="small" appearance="subtle" icon={<ZoomFitIcon />} onClick={() => viewport.fit()} />
      </KeyTooltip>
    </div>
  );
}

const toPercent = (scale: number) => Math.round(scale * 100);
