import { useTopic } from '../../editor/view/layer/use-topic';
import { convertToMask, convertToPolygons, MASK_COMMANDS } from '../../shape-kinds/mask/mask-commands';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { useKeyActions } from '../keys/use-key-action';

export const SHAPE_COMMANDS = ['fill-holes', 'remove-specks', 'grow-mask', 'shrink-mask', 'convert'] as const;
export type ShapeCommand = (typeof SHAPE_COMMANDS)[number];

/** Returns the commands for the pixels of the only selected shape. Commands that do not apply are absent. */
export function useShapeCommands(): Readonly<Partial<Record<ShapeCommand, () => void>>> {
  const { editor } = useScreen();
  const canAnnotate = useCanAnnotate();
  useTopic(editor.topics.selection);
  useTopic(editor.topics.document);
  const lockedIds = useTopic(editor.topics.locked);
  const isIdle = useTopic(editor.topics.tool).busy === 'idle';
  const shape = editor.selectedShape;
  if (!shape || !canAnnotate || !isIdle || lockedIds.has(shape.id)) return {};
  if (shape.kind === 'polygon') return { convert: () => convertToMask(editor, shape) };
  if (shape.kind !== 'mask') return {};
  return {
    'fill-holes': () => MASK_COMMANDS['fill-holes'](editor, shape),
    'remove-specks': () => MASK_COMMANDS['remove-specks'](editor, shape),
    'grow-mask': () => MASK_COMMANDS['grow-mask'](editor, shape),
    'shrink-mask': () => MASK_COMMANDS['shrink-mask'](editor, shape),
    convert: () => convertToPolygons(editor, shape),
  };
}

/** Registers the keys of the commands, which also work while the card is hidden. */
export function useShapeCommandKeys(): void {
  useKeyActions(useShapeCommands());
}
