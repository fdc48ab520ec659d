import type { ExternalStep } from '../../editor';
import { isKnownWrite, isRecord, type Write } from '../../outbox';

/** The writes of an undo or redo outside the document. They are stored with the history, so do not rename or remove fields. */
export interface ExternalEffects {
  readonly writes: readonly Write[];
  /** The job item to show afterwards: the item that the user had completed with the step. */
  readonly item?: { readonly job: string; readonly id: string };
  /** The job step that a redo repeats. */
  readonly step?: JobStep;
}

/** A step in a job from one item to another, or to none at the end of the job. */
export interface JobStep {
  readonly job: string;
  readonly from: string;
  readonly to?: string;
}

/** The effects that redo a job step. */
export type JobRedo = ExternalEffects & { readonly step: JobStep };

/** Returns the effects that redo an undone job step and show `nextItem`, the item that was shown before the undo. */
export function toJobRedo({ writes, item }: ExternalEffects, nextItem: string | undefined): JobRedo | null {
  return item ? { writes: toUndoStep(writes).undo.writes, step: { job: item.job, from: item.id, to: nextItem } } : null;
}

/** Combines writes into one undo step. Undo reverts them in reverse order. */
export function toUndoStep(writes: readonly Write[]): { readonly undo: ExternalEffects; readonly redo: ExternalEffects } {
  return { undo: { writes: writes.map(invertWrite).reverse() }, redo: { writes } };
}

/** Returns the write that reverts another write. */
function invertWrite(write: Write): Write {
  return { ...write, before: write.after, after: write.before } as Write;
}

/** Parses stored effects. Returns null if they contain writes that only a later release knows. */
export function parseExternalEffects(effects: unknown): ExternalEffects | null {
  if (!isRecord(effects) || !Array.isArray(effects.writes) || !effects.writes.every(isKnownWrite)) return null;
  return effects as unknown as ExternalEffects;
}

/** Returns the effects with the current ids of the shapes. */
export function replaceShapeIds(effects: ExternalEffects, getCurrentId: (id: string) => string): ExternalEffects {
  const writes = effects.writes.map((write) => {
    if (write.kind === 'label' && write.object)
      return { ...write, object: { ...write.object, id: getCurrentId(write.object.id) } };
    if (write.kind === 'suspect' && write.shape !== undefined) return { ...write, shape: getCurrentId(write.shape) };
    if (write.kind === 'group-membership' && write.object !== undefined) return { ...write, object: getCurrentId(write.object) };
    return write;
  });
  return { ...effects, writes };
}

/** Returns the step with only the writes that match `isOwn`, or null when no write is left. */
export function filterWrites(step: ExternalStep, shouldKeep: (write: Write) => boolean): ExternalStep | null {
  const undo = parseExternalEffects(step.undo);
  const redo = parseExternalEffects(step.redo);
  // Keep all writes of a job step together.
  if (!undo || !redo || (undo.writes.every(shouldKeep) && redo.writes.every(shouldKeep))) return step;
  const writes = undo.writes.filter(shouldKeep);
  return writes.length === 0
    ? null
    : { ...step, undo: { ...undo, writes }, redo: { ...redo, writes: redo.writes.filter(shouldKeep) } };
}
