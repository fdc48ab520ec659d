import { Button, Facts, makeStyles, tokens } from '@console/shared-ui/basics';
import type { ActionId, MaskShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { convertToPolygons, MASK_COMMANDS } from '../../shape-kinds/mask/mask-commands';
import { getMaskArea, getMaskBounds } from '../../shape-kinds/mask/mask-region';
import { shapeMessages } from '../../text/shape-messages';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { AttributeSection } from '../attributes/attribute-section';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyActions } from '../keys/use-key-action';
import { LabelSelect } from '../labels/label-select';
import { ShapeFrame } from './card-frame';
import { maskCardMessages } from './mask-card-messages';

const useStyles = makeStyles({ commands: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS } });

/** The card of a mask: its label, size and bounding box, and commands that change its pixels. */
export function MaskCard({ shape }: { shape: MaskShape }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const { minX, minY, maxX, maxY } = getMaskBounds(shape.data);
  return (
    <ShapeFrame shape={shape}>
      <LabelSelect shapes={[shape]} labels={labels.polygon} />
      <AttributeSection shapes={[shape]} labels={labels.polygon} />
      <MaskCommands shape={shape} />
      <Facts
        values={{
          [maskCardMessages.area]: maskCardMessages.pixels(getMaskArea(shape.data)),
          [shapeMessages.boundingBox]: [minX, minY, maxX, maxY].join(', '),
          [shapeMessages.id]: shape.serverId ?? shapeMessages.unsaved,
        }}
      />
    </ShapeFrame>
  );
}

function MaskCommands({ shape }: { shape: MaskShape }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const canAnnotate = useCanAnnotate();
  const isLocked = useTopic(editor.topics.locked).has(shape.id);
  const isIdle = useTopic(editor.topics.tool).busy === 'idle';
  const isEnabled = canAnnotate && isIdle && !isLocked;
  const commands = {
    'fill-holes': () => MASK_COMMANDS['fill-holes'](editor, shape),
    'remove-specks': () => MASK_COMMANDS['remove-specks'](editor, shape),
    'grow-mask': () => MASK_COMMANDS['grow-mask'](editor, shape),
    'shrink-mask': () => MASK_COMMANDS['shrink-mask'](editor, shape),
    convert: () => convertToPolygons(editor, shape),
  } as const satisfies Partial<Record<ActionId, () => void>>;
  const actions = Object.keys(commands) as (keyof typeof commands)[];
  useKeyActions(Object.fromEntries(actions.map((action) => [action, isEnabled ? commands[action] : null])));
  if (!canAnnotate) return null;
  return (
    <div role="group" aria-label={maskCardMessages.commands} className={styles.commands}>
      {actions.map((action) => (
        <KeyTooltip key={action} label={maskCardMessages[action].label} action={action}>
          <Button size="small" disabled={!isEnabled} onClick={commands[action]}>
            {maskCardMessages[action].text}
          </Button>
        </KeyTooltip>
      ))}
    </div>
  );
}
