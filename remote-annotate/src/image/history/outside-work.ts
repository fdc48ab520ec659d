import type { OutsideStep } from '../../editor';
import { isKnownWrite, isRecord, type Write } from '../../outbox';

/** What an undo or redo does outside the document. It is stored with the history, so that it only grows. */
export interface OutsideWork {
  readonly writes: readonly Write[];
  /** The item of a job that is shown then: the one that the step was taken from. */
  readonly item?: { readonly job: string; readonly id: string };
  /** The step of a job that is taken again by it: from this item to that one, or to none where none was left. */
  readonly step?: JobStep;
}

export interface JobStep {
  readonly job: string;
  readonly from: string;
  readonly to?: string;
}

/** What takes a step of a job again that was taken back. */
export type JobRedo = OutsideWork & { readonly step: JobStep };

/** A step of a job as it is taken again, from what took it back. `to`: where it was taken back. */
export function toJobRedo({ writes, item }: OutsideWork, to: string | undefined): JobRedo | null {
  return item ? { writes: toUndoStep(writes).undo.writes, step: { job: item.job, from: item.id, to } } : null;
}

/** Writes as one undo step: taken back in the reverse order. */
export function toUndoStep(writes: readonly Write[]): { readonly undo: OutsideWork; readonly redo: OutsideWork } {
  return { undo: { writes: writes.map(invertWrite).reverse() }, redo: { writes } };
}

/** The write that takes another back. */
function invertWrite(write: Write): Write {
  return { ...write, before: write.after, after: write.before } as Write;
}

/** Reads what is stored; null where a later release has stored what is not known here. */
export function parseOutsideWork(work: unknown): OutsideWork | null {
  if (!isRecord(work) || !Array.isArray(work.writes) || !work.writes.every(isKnownWrite)) return null;
  return work as unknown as OutsideWork;
}

/** The same about shapes that bear other ids now. */
export function replaceShapeIds(work: OutsideWork, idNow: (id: string) => string): OutsideWork {
  const writes = work.writes.map((write) => {
    if (write.kind === 'label' && write.object) return { ...write, object: { ...write.object, id: idNow(write.object.id) } };
    if (write.kind === 'suspect' && write.shape !== undefined) return { ...write, shape: idNow(write.shape) };
    if (write.kind === 'group-membership' && write.object !== undefined) return { ...write, object: idNow(write.object) };
    return write;
  });
  return { ...work, writes };
}

/** The step without writes that turned out to be none of its own; null: nothing is left of it. */
export function filterWrites(step: OutsideStep, isOwn: (write: Write) => boolean): OutsideStep | null {
  const undo = parseOutsideWork(step.undo);
  const redo = parseOutsideWork(step.redo);
  // Of a step of a job there is one of them at a time.
  if (!undo || !redo || (undo.writes.every(isOwn) && redo.writes.every(isOwn))) return step;
  const writes = undo.writes.filter(isOwn);
  return writes.length === 0
    ? null
    : { ...step, undo: { ...undo, writes }, redo: { ...redo, writes: redo.writes.filter(isOwn) } };
}
