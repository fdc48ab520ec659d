import type { ShapeId } from '../model/types';
import { getChangedId, type ShapeChange } from './changes';

/**
 * A command whose effect is outside the document, such as a label, a flag or meta data of the image. `undo` and `redo` are
 * serializable values that the listeners of `onExternalStep` interpret.
 */
export interface ExternalStep {
  /**
   * Null if the step cannot be undone on this image, for example because redoing it has opened the next job item. The user can undo the
   * step on that item.
   */
  readonly undo: unknown;
  /** Null if the step cannot be redone. */
  readonly redo: unknown;
  /** The shape to which the step belongs. If another user deletes the shape, the step is removed, too. */
  readonly shapeId?: ShapeId;
}

/** A step that can be undone: changes of shapes, a step outside the document, or both. */
export interface HistoryEntry {
  /** Empty if the entry is only an external step. Otherwise, if no change can be applied, the external step is skipped as well. */
  readonly changes: readonly ShapeChange[];
  readonly outside?: ExternalStep;
  readonly coalesceKey?: string;
  /** Time of the command in milliseconds of a monotonic clock. */
  readonly at: number;
}

export type Direction = 'undo' | 'redo';

/** The undo and redo stacks. The last entry of each stack is undone or redone next. */
export interface HistoryStacks {
  readonly undos: readonly HistoryEntry[];
  readonly redos: readonly HistoryEntry[];
}

/**
 * Maximum time in milliseconds between two entries that are merged into one undo step. Only entries with the same key are merged, such
 * as repeats of a held arrow key.
 */
const COALESCE_WINDOW_MS = 1000;

export const MAX_UNDO_STEPS = 1000;

/** The undo and redo stacks. The document checks which of their changes can still be applied. */
export class History {
  private undos: HistoryEntry[] = [];
  private redos: HistoryEntry[] = [];
  /** Whether a command was added since the image was opened. If so, the redo entries of the earlier visit are obsolete. */
  private hasNewCommand = false;

  constructor(private readonly onChange: () => void) {}

  get stacks(): HistoryStacks {
    return { undos: this.undos, redos: this.redos };
  }

  get canUndo(): boolean {
    return this.undos.length > 0;
  }

  get canRedo(): boolean {
    return this.redos.length > 0;
  }

  push(historyEntry: HistoryEntry): void {
    this.redos = [];
    this.hasNewCommand = true;
    const latestEntry = this.undos.at(-1);
    const joinedEntry = latestEntry && joinEntries(latestEntry, historyEntry);
    if (joinedEntry) this.undos[this.undos.length - 1] = joinedEntry;
    else this.undos.push(historyEntry);
    if (this.undos.length > MAX_UNDO_STEPS) this.undos.shift();
    this.onChange();
  }

  /** Makes an external step a part of the last command. */
  attach(externalStep: ExternalStep): void {
    const latestEntry = this.undos.pop();
    if (!latestEntry) return;
    this.undos.push({ changes: latestEntry.changes, outside: externalStep, at: latestEntry.at });
    this.onChange();
  }

  /** Inserts the entries of an earlier visit to the image before the current entries. */
  restore({ undos, redos }: HistoryStacks): void {
    if (!this.hasNewCommand) this.redos = [...redos, ...this.redos];
    this.undos = [...undos, ...this.undos].slice(-MAX_UNDO_STEPS);
    this.onChange();
  }

  /** Removes and returns the entry that `direction` would apply next. */
  pop(direction: Direction): HistoryEntry | undefined {
    const entry = direction === 'undo' ? this.undos.pop() : this.redos.pop();
    if (entry) this.onChange();
    return entry;
  }

  /** Pushes the entry that `direction` has just applied to the opposite stack. */
  pushOpposite(direction: Direction, { changes, outside: externalStep }: Pick<HistoryEntry, 'changes' | 'outside'>): void {
    // Omit `coalesceKey` and use an old time, so that the next command is not merged into this entry.
    (direction === 'undo' ? this.redos : this.undos).push({ changes, outside: externalStep, at: -Infinity });
    this.onChange();
  }

  /** Replaces each external step with the result of `change`. The result null removes the step. */
  revise(change: (externalStep: ExternalStep) => ExternalStep | null): void {
    const reviseEntries = (entries: readonly HistoryEntry[]) =>
      entries.flatMap((entry): HistoryEntry[] => {
        const externalStep = entry.outside && change(entry.outside);
        if (externalStep === entry.outside) return [entry];
        return externalStep || entry.changes.length > 0 ? [{ ...entry, outside: externalStep ?? undefined }] : [];
      });
    this.undos = reviseEntries(this.undos);
    this.redos = reviseEntries(this.redos);
    this.onChange();
  }

  /** Removes the changes of shapes that another user has deleted, because they cannot be undone. */
  forget(ids: ReadonlySet<ShapeId>): void {
    this.undos = removeShapes(this.undos, ids);
    this.redos = removeShapes(this.redos, ids);
    this.onChange();
  }
}

function joinEntries(latestEntry: HistoryEntry, newEntry: HistoryEntry): HistoryEntry | null {
  if (
    !newEntry.coalesceKey ||
    latestEntry.coalesceKey !== newEntry.coalesceKey ||
    newEntry.at - latestEntry.at > COALESCE_WINDOW_MS
  )
    return null;
  if (latestEntry.outside && newEntry.outside)
    return { ...newEntry, outside: { ...newEntry.outside, undo: latestEntry.outside.undo } };
  if (latestEntry.outside || newEntry.outside) return null;
  const changes = latestEntry.changes.map((firstChange, index): ShapeChange | null => {
    const lastChange = newEntry.changes[index];
    if (firstChange.op !== 'update' || lastChange?.op !== 'update' || firstChange.after.id !== lastChange.after.id) return null;
    return { op: 'update', before: firstChange.before, after: lastChange.after };
  });
  const joinedChanges = changes.filter((change) => change !== null);
  return joinedChanges.length === changes.length && joinedChanges.length === newEntry.changes.length
    ? { ...newEntry, changes: joinedChanges }
    : null;
}

function removeShapes(entries: readonly HistoryEntry[], ids: ReadonlySet<ShapeId>): HistoryEntry[] {
  return entries.flatMap((entry) => {
    if (entry.changes.length === 0) return ids.has(entry.outside?.shapeId ?? '') ? [] : [entry];
    const changes = entry.changes.filter((change) => !ids.has(getChangedId(change)));
    return changes.length > 0 ? [{ ...entry, changes }] : [];
  });
}
