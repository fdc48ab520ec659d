export type LabelledKind = 'object' | 'polygon';

/** Remembers the recently used labels. */
export interface LabelMemory {
  /** Returns label ids, the most recent first. Some labels may have been deleted. */
  recent(kind: LabelledKind): readonly string[];
  use(kind: LabelledKind, labelId: string): void;
  /** Returns the label that new shapes get without the label dialog. */
  sticky(kind: LabelledKind): string | null;
  stick(kind: LabelledKind, labelId: string | null): void;
}

/** Creates a memory that is not persisted. */
export function createLabelMemory(): LabelMemory {
  const recent: Record<LabelledKind, readonly string[]> = { object: [], polygon: [] };
  const sticky: Record<LabelledKind, string | null> = { object: null, polygon: null };
  return {
    recent: (kind) => recent[kind],
    use: (kind, labelId) => {
      recent[kind] = [labelId, ...recent[kind].filter((id) => id !== labelId)];
    },
    sticky: (kind) => sticky[kind],
    stick: (kind, labelId) => {
      sticky[kind] = labelId;
    },
  };
}
