import { Button, makeStyles, ProgressBar, tokens } from '@console/shared-ui/basics';
import { useEffect } from 'react';
import { useTopic } from '../../editor/view/layer/use-topic';
import { getMaskCommandRunner } from '../../shape-kinds/mask/work/mask-command-runner';
import { useScreen } from '../context/screen-context';
import { focusCanvas, restoreCanvasFocus } from '../controls/focus-canvas';
import { keyMessages } from '../keys/key-messages';
import { canvasMessages } from './canvas-messages';

const useStyles = makeStyles({
  running: {
    position: 'absolute',
    zIndex: 1,
    top: tokens.spacingVerticalS,
    insetInlineStart: tokens.spacingHorizontalS,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    overflow: 'hidden',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
  progress: { position: 'absolute', insetInline: 0, top: 0 },
});

/** Shows the command that currently runs in a worker, with a Cancel button. Showing another image also cancels the command. */
export function RunningCommand() {
  const styles = useStyles();
  const { editor } = useScreen();
  const runner = getMaskCommandRunner(editor);
  const command = useTopic(runner.running);
  useEffect(() => () => runner.cancel(), [runner]);
  // After the command, return the focus to the canvas. The focused element (Cancel, or a button of a changed shape) may have disappeared.
  useEffect(() => (command ? restoreCanvasFocus : undefined), [command]);
  const cancel = () => {
    runner.cancel();
    focusCanvas();
  };
  return (
    <div role="status">
      {command && (
        <div className={styles.running}>
          <ProgressBar className={styles.progress} aria-label={keyMessages.actions[command]} />
          {canvasMessages.running(keyMessages.actions[command])}
          <Button size="small" onClick={cancel}>
            {canvasMessages.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}
