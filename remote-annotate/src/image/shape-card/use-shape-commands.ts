import type { Shape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import type { MaskCommand, RegionShape } from '../../shape-kinds/mask/work/mask-commands';
import { getMaskCommandRunner } from '../../shape-kinds/mask/work/mask-command-runner';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { useKeyActions } from '../keys/use-key-action';

export const SHAPE_COMMANDS: readonly MaskCommand[] = ['fill-holes', 'remove-specks', 'grow-mask', 'shrink-mask', 'convert'];

const isRegion = (shape: Shape): shape is RegionShape => shape.kind === 'mask' || shape.kind === 'polygon';

/**
 * Returns the mask commands that apply to the selected shapes. Returns none while a command runs. If polygons and masks are selected, the
 * conversion only converts the polygons, so that all shapes become masks.
 */
export function useShapeCommands(): Readonly<Partial<Record<MaskCommand, () => void>>> {
  const { editor } = useScreen();
  const canAnnotate = useCanAnnotate();
  const runner = getMaskCommandRunner(editor);
  const runningCommand = useTopic(runner.running);
  useTopic(editor.topics.selection);
  useTopic(editor.topics.document);
  useTopic(editor.topics.locked);
  const isIdle = useTopic(editor.topics.tool).busy === 'idle';
  const shapes = editor.unlockedSelectedShapes.filter(isRegion);
  const isOnlyRegions = editor.selectedShapes.every(isRegion);
  if (shapes.length === 0 || !isOnlyRegions || !canAnnotate || !isIdle || runningCommand !== null) return {};
  const polygons = shapes.filter(({ kind }) => kind === 'polygon');
  if (polygons.length > 0) return { convert: () => runner.run('convert', polygons) };
  return Object.fromEntries(SHAPE_COMMANDS.map((command) => [command, () => runner.run(command, shapes)]));
}

/** Registers the keys of the commands, which also work while the card is hidden. */
export function useShapeCommandKeys(): void {
  useKeyActions(useShapeCommands());
}
