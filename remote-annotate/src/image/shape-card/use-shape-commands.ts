import { useTopic } from '../../editor/view/layer/use-topic';
import type { MaskCommand } from '../../shape-kinds/mask/work/mask-commands';
import { getMaskCommandRunner } from '../../shape-kinds/mask/work/mask-command-runner';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { useKeyActions } from '../keys/use-key-action';

export const SHAPE_COMMANDS: readonly MaskCommand[] = ['fill-holes', 'remove-specks', 'grow-mask', 'shrink-mask', 'convert'];

/** Returns the commands for the pixels of the only selected shape. Commands that do not apply are absent, as are all while one runs. */
export function useShapeCommands(): Readonly<Partial<Record<MaskCommand, () => void>>> {
  const { editor } = useScreen();
  const canAnnotate = useCanAnnotate();
  const runner = getMaskCommandRunner(editor);
  const running = useTopic(runner.running);
  useTopic(editor.topics.selection);
  useTopic(editor.topics.document);
  const lockedIds = useTopic(editor.topics.locked);
  const isIdle = useTopic(editor.topics.tool).busy === 'idle';
  const shape = editor.selectedShape;
  if (!shape || !canAnnotate || !isIdle || running !== null || lockedIds.has(shape.id)) return {};
  if (shape.kind === 'polygon') return { convert: () => runner.run('convert', shape) };
  if (shape.kind !== 'mask') return {};
  return Object.fromEntries(SHAPE_COMMANDS.map((command) => [command, () => runner.run(command, shape)]));
}

/** Registers the keys of the commands, which also work while the card is hidden. */
export function useShapeCommandKeys(): void {
  useKeyActions(useShapeCommands());
}
