export type LabelledKind = 'object' | 'polygon' | 'skeleton';

/** Remembers the recently used labels. */
export interface LabelMemory {
  /** Returns label ids, the most recent first. Some labels may have been deleted. */
  listRecent(kind: LabelledKind): readonly string[];
  remember(kind: LabelledKind, labelId: string): void;
  /** Returns the label that new shapes get without opening the label dialog, or null. */
  getSticky(kind: LabelledKind): string | null;
  setSticky(kind: LabelledKind, labelId: string | null): void;
}

/** Creates a memory that is not persisted. */
export function createLabelMemory(): LabelMemory {
  const recentLabelIds: Record<LabelledKind, readonly string[]> = { object: [], polygon: [], skeleton: [] };
  const stickyLabelIds: Record<LabelledKind, string | null> = { object: null, polygon: null, skeleton: null };
  return {
    listRecent: (kind) => recentLabelIds[kind],
    remember: (kind, labelId) => {
      recentLabelIds[kind] = [labelId, ...recentLabelIds[kind].filter((id) => id !== labelId)];
    },
    getSticky: (kind) => stickyLabelIds[kind],
    setSticky: (kind, labelId) => {
      stickyLabelIds[kind] = labelId;
    },
  };
}
