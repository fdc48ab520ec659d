import { Batcher, Signal, type Readable } from '../../../editor/model/signals';
import type { MaskShape, PolygonShape } from '../../../editor/model/types';
import type { Draft } from '../../../editor/tools/states/feedback';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import { applyResult, toMaskTask, type MaskCommand } from './mask-commands';
import { isLongTask, performMaskTask, type MaskTask, type MaskTaskResult } from './mask-task';

/** The part of the editor that commands need. */
type CommandHost = Pick<ToolHost, 'document' | 'imageSize' | 'isSelected' | 'isLocked' | 'notify' | 'highlight'> & {
  readonly topics: { readonly draft: Readable<Draft | null> };
};

type PerformTask = (task: MaskTask, signal: AbortSignal) => Promise<MaskTaskResult>;

// Only large masks need the worker.
const performInWorker: PerformTask = async (task, signal) => (await import('./perform-in-worker')).performInWorker(task, signal);

/** Runs commands on masks and polygons of an editor, one at a time. Long ones run in a worker, while the user continues to draw. */
export class MaskCommandRunner {
  private readonly runningCommand = new Signal<MaskCommand | null>(null, new Batcher());
  /** The command that runs in the worker; null if none does. */
  readonly running: Readable<MaskCommand | null> = this.runningCommand;
  private controller = new AbortController();

  constructor(
    private readonly editor: CommandHost,
    private readonly performLong: PerformTask = performInWorker,
  ) {}

  /** Does nothing while another command runs. A result for a shape that was changed in the meantime is dropped with a notice. */
  run(command: MaskCommand, shape: MaskShape | PolygonShape): void {
    if (this.running.getSnapshot() !== null) return;
    const task = toMaskTask(command, shape, this.editor.imageSize);
    if (!isLongTask(task)) return applyResult(this.editor, shape, task.type, performMaskTask(task));
    this.controller = new AbortController();
    this.runningCommand.set(command);
    void this.runLong(task, shape, this.controller.signal);
  }

  /** Ends the command that runs in the worker. The shape stays as it is. */
  cancel(): void {
    this.controller.abort();
  }

  private async runLong(task: MaskTask, shape: MaskShape | PolygonShape, signal: AbortSignal): Promise<void> {
    try {
      const result = await this.performLong(task, signal);
      if (signal.aborted) return;
      // The label and the attributes can have changed, but not the pixels.
      const current = findUnchanged(this.editor, shape);
      if (current) applyResult(this.editor, current, task.type, result);
      else this.editor.notify({ type: 'shape-changed' });
    } catch {
      if (!signal.aborted) this.editor.notify({ type: 'command-failed' });
    } finally {
      this.runningCommand.set(null);
    }
  }
}

/** Returns the current state of a shape, or null if its data has changed, a gesture is changing it, or it is locked. */
function findUnchanged(editor: CommandHost, { id, data }: MaskShape | PolygonShape): MaskShape | PolygonShape | null {
  const draft = editor.topics.draft.getSnapshot();
  const isDragged =
    (draft?.type === 'pixels' && draft.draft.shapeId === id) ||
    (draft?.type === 'edit' && draft.shape.id === id) ||
    (draft?.type === 'move' && editor.isSelected(id));
  const current = editor.document.get(id);
  const isConvertible = current?.kind === 'mask' || current?.kind === 'polygon';
  return isConvertible && current.data === data && !isDragged && !editor.isLocked(id) ? current : null;
}

const runners = new WeakMap<CommandHost, MaskCommandRunner>();

/** Returns the runner of an editor. An editor has only one. */
export function getMaskCommandRunner(editor: CommandHost): MaskCommandRunner {
  const runner = runners.get(editor) ?? new MaskCommandRunner(editor);
  runners.set(editor, runner);
  return runner;
}
