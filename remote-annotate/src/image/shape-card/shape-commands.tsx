import { Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { useCanAnnotate } from '../context/screen-context';
import { KeyTooltip } from '../keys/key-tooltip';
import { runAction } from '../keys/use-key-action';
import { maskCardMessages } from './mask-card-messages';
import { SHAPE_COMMANDS, useShapeCommands } from './use-shape-commands';

const useStyles = makeStyles({
  commands: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    paddingTop: tokens.spacingVerticalS,
  },
});

/** Commands for the selected masks. Their keys are registered by the toolbar. */
export function MaskCommands() {
  const styles = useStyles();
  const canAnnotate = useCanAnnotate();
  const commands = useShapeCommands();
  if (!canAnnotate) return null;
  return (
    <div role="group" aria-label={maskCardMessages.commands} className={styles.commands}>
      {SHAPE_COMMANDS.map((command) => (
        <KeyTooltip key={command} label={maskCardMessages[command].label} action={command}>
          <Button size="small" disabledFocusable={!commands[command]} onClick={commands[command]}>
            {maskCardMessages[command].text}
          </Button>
        </KeyTooltip>
      ))}
      <KeyTooltip label={maskCardMessages.fillGaps.label} action="fill-gaps">
        <Button size="small" disabledFocusable={!commands.convert} onClick={() => runAction('fill-gaps')}>
          {maskCardMessages.fillGaps.text}
        </Button>
      </KeyTooltip>
    </div>
  );
}

/** A button that converts the selected polygons. */
export function ConvertToMask() {
  const canAnnotate = useCanAnnotate();
  const { convert } = useShapeCommands();
  return (
    canAnnotate && (
      <div>
        <KeyTooltip label={maskCardMessages.toMask} action="convert">
          <Button disabledFocusable={!convert} onClick={convert}>
            {maskCardMessages.toMask}
          </Button>
        </KeyTooltip>
      </div>
    )
  );
}
