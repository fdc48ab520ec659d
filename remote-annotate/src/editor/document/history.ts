import type { ShapeId } from '../types';
import { changedId, type Change } from './changes';

/**
 * A command whose effect lies outside the document, in rows of its own: a label of the image, a flag, meta data.
 * `undo` and `redo` say what is to be done, as values that can be stored; who listens to `onOutside` knows how.
 */
export interface OutsideStep {
  /** null: once done again, it is taken back elsewhere. */
  readonly undo: unknown;
  /** null: it cannot be done again. */
  readonly redo: unknown;
  /** The shape that it is about: where somebody else removes that, the step goes with it. */
  readonly shapeId?: ShapeId;
}

export interface HistoryEntry {
  /** Empty where `outside` alone has the effect. With both, these lead: where none of them can be turned, nothing is. */
  readonly changes: readonly Change[];
  readonly outside?: OutsideStep;
  readonly coalesceKey?: string;
  /** Milliseconds of any steady clock. */
  readonly at: number;
}

export type Direction = 'undo' | 'redo';

/** Both stacks, the last command at their ends. */
export interface HistoryStacks {
  readonly undos: readonly HistoryEntry[];
  readonly redos: readonly HistoryEntry[];
}

/** Entries with the same key join while they come at most this far apart, in ms: an arrow key held down is one undo. */
const COALESCE_WINDOW_MS = 1000;

/** Undo and redo stacks. Knows changes only; the document finds out what of them can still be applied. */
export class History {
  private undos: HistoryEntry[] = [];
  private redos: HistoryEntry[] = [];
  /** A command was given: what an earlier visit has left to be redone is not any more. */
  private isAfresh = false;

  constructor(
    private readonly limit: number,
    private readonly onChange: () => void,
  ) {}

  get stacks(): HistoryStacks {
    return { undos: this.undos, redos: this.redos };
  }

  get canUndo(): boolean {
    return this.undos.length > 0;
  }

  get canRedo(): boolean {
    return this.redos.length > 0;
  }

  push(entry: HistoryEntry): void {
    this.redos = [];
    this.isAfresh = true;
    const top = this.undos.at(-1);
    const joined = top && joinEntries(top, entry);
    if (joined) this.undos[this.undos.length - 1] = joined;
    else this.undos.push(entry);
    if (this.undos.length > this.limit) this.undos.shift();
    this.onChange();
  }

  /** Makes a step outside the document a part of the last command. */
  attach(outside: OutsideStep): void {
    const top = this.undos.pop();
    if (!top) return;
    this.undos.push({ changes: top.changes, outside, at: top.at });
    this.onChange();
  }

  /** Puts what an earlier visit has left under what was done since. */
  restore({ undos, redos }: HistoryStacks): void {
    if (!this.isAfresh) this.redos = [...redos, ...this.redos];
    this.undos = [...undos, ...this.undos].slice(-this.limit);
    this.onChange();
  }

  /** Removes and returns the entry that `direction` would apply next. */
  take(direction: Direction): HistoryEntry | undefined {
    const entry = direction === 'undo' ? this.undos.pop() : this.redos.pop();
    if (entry) this.onChange();
    return entry;
  }

  /** Files what `direction` has just applied on the other stack. */
  putBack(direction: Direction, { changes, outside }: Pick<HistoryEntry, 'changes' | 'outside'>): void {
    // Without key and time: a gesture that follows a redo must not join what was redone.
    (direction === 'undo' ? this.redos : this.undos).push({ changes, outside, at: -Infinity });
    this.onChange();
  }

  /** Changes steps outside the document, of which something turned out otherwise; null: nothing is left of one. */
  revise(change: (step: OutsideStep) => OutsideStep | null): void {
    const revised = (entries: readonly HistoryEntry[]) =>
      entries.flatMap((entry): HistoryEntry[] => {
        const outside = entry.outside && change(entry.outside);
        if (outside === entry.outside) return [entry];
        return outside || entry.changes.length > 0 ? [{ ...entry, outside: outside ?? undefined }] : [];
      });
    this.undos = revised(this.undos);
    this.redos = revised(this.redos);
    this.onChange();
  }

  /** Forgets what concerns shapes that somebody else removed, so that undo is not offered for what cannot be undone. */
  forget(ids: ReadonlySet<ShapeId>): void {
    this.undos = withoutShapes(this.undos, ids);
    this.redos = withoutShapes(this.redos, ids);
    this.onChange();
  }
}

function joinEntries(top: HistoryEntry, next: HistoryEntry): HistoryEntry | null {
  if (!next.coalesceKey || top.coalesceKey !== next.coalesceKey || next.at - top.at > COALESCE_WINDOW_MS) return null;
  if (top.outside && next.outside) return { ...next, outside: { ...next.outside, undo: top.outside.undo } };
  if (top.outside || next.outside) return null;
  const changes = top.changes.map((first, index): Change | null => {
    const last = next.changes[index];
    if (first.op !== 'update' || last?.op !== 'update' || first.after.id !== last.after.id) return null;
    return { op: 'update', before: first.before, after: last.after };
  });
  const joined = changes.filter((change) => change !== null);
  return joined.length === changes.length && joined.length === next.changes.length ? { ...next, changes: joined } : null;
}

function withoutShapes(entries: readonly HistoryEntry[], ids: ReadonlySet<ShapeId>): HistoryEntry[] {
  return entries.flatMap((entry) => {
    if (entry.changes.length === 0) return ids.has(entry.outside?.shapeId ?? '') ? [] : [entry];
    const changes = entry.changes.filter((change) => !ids.has(changedId(change)));
    return changes.length > 0 ? [{ ...entry, changes }] : [];
  });
}
