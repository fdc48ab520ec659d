import { Batcher, Signal, type Readable } from '../../../editor/model/signals';
import type { Draft } from '../../../editor/tools/states/feedback';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import { applyResults, toMaskTask, type MaskCommand, type RegionShape } from './mask-commands';
import { areLongTasks, performMaskTask, type MaskTask, type MaskTaskResult } from './mask-task';
import { performMaskTasks } from './perform-mask-tasks';

/** The part of the editor that commands need. */
type CommandHost = Pick<
  ToolHost,
  'document' | 'imageSize' | 'isSelected' | 'isLocked' | 'notify' | 'selectByCommand' | 'selection'
> & {
  readonly topics: { readonly draft: Readable<Draft | null> };
};

type PerformTasks = (tasks: readonly MaskTask[], signal: AbortSignal) => Promise<readonly MaskTaskResult[]>;

/** Runs commands on masks and polygons of an editor, one at a time. Long commands run in a worker, while the user continues to draw. */
export class MaskCommandRunner {
  private readonly runningCommand = new Signal<MaskCommand | null>(null, new Batcher());
  /** The command that runs in the worker; null if no command runs. */
  readonly running: Readable<MaskCommand | null> = this.runningCommand;
  private controller = new AbortController();

  constructor(
    private readonly editor: CommandHost,
    private readonly performLongTasks: PerformTasks = performMaskTasks,
  ) {}

  /**
   * Runs a command. Does nothing while another command runs. Results for shapes that were changed in the meantime are discarded
   * with a notice.
   */
  run(command: MaskCommand, shapes: readonly RegionShape[]): void {
    if (this.running.getSnapshot() !== null) return;
    const tasks = shapes.map((shape) => toMaskTask(command, shape, this.editor.imageSize));
    if (!areLongTasks(tasks)) return this.applyToUnchanged(command, shapes, tasks.map(performMaskTask));
    this.controller = new AbortController();
    this.runningCommand.set(command);
    void this.runInWorker(command, shapes, tasks);
  }

  /** Cancels the command that runs in the worker. The shapes stay unchanged. */
  cancel(): void {
    this.controller.abort();
  }

  private async runInWorker(command: MaskCommand, shapes: readonly RegionShape[], tasks: readonly MaskTask[]): Promise<void> {
    const { signal } = this.controller;
    try {
      const results = await this.performLongTasks(tasks, signal);
      if (!signal.aborted) this.applyToUnchanged(command, shapes, results);
    } catch {
      if (!signal.aborted) this.editor.notify({ type: 'command-failed' });
    } finally {
      this.runningCommand.set(null);
    }
  }

  private applyToUnchanged(command: MaskCommand, shapes: readonly RegionShape[], results: readonly MaskTaskResult[]): void {
    // Keep the current label and attributes. Skip shapes whose pixels were changed during the command.
    const unchangedShapes = shapes.flatMap((shape, index) => {
      const currentShape = findUnchanged(this.editor, shape);
      return currentShape ? [{ shape: currentShape, result: results[index] ?? [] }] : [];
    });
    if (unchangedShapes.length < shapes.length) this.editor.notify({ type: 'shape-changed' });
    applyResults(this.editor, command, unchangedShapes);
  }
}

/** Returns the current state of a shape, or null if its data has changed, a gesture is changing it, or it is locked. */
function findUnchanged(editor: CommandHost, { id, data }: RegionShape): RegionShape | null {
  const draft = editor.topics.draft.getSnapshot();
  const isDragged =
    (draft?.type === 'pixels' && draft.draft.shapeId === id) ||
    (draft?.type === 'edit' && draft.shape.id === id) ||
    (draft?.type === 'move' && editor.isSelected(id));
  const currentShape = editor.document.get(id);
  const isConvertible = currentShape?.kind === 'mask' || currentShape?.kind === 'polygon';
  return isConvertible && currentShape.data === data && !isDragged && !editor.isLocked(id) ? currentShape : null;
}

const runners = new WeakMap<CommandHost, MaskCommandRunner>();

/** Returns the runner of an editor. Each editor has one runner. */
export function getMaskCommandRunner(editor: CommandHost): MaskCommandRunner {
  const runner = runners.get(editor) ?? new MaskCommandRunner(editor);
  runners.set(editor, runner);
  return runner;
}
