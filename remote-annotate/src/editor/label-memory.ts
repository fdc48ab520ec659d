export type LabelledKind = 'object' | 'polygon';

/** Which labels were given last. */
export interface LabelMemory {
  /** Ids, the last given first; some may be gone. */
  recent(kind: LabelledKind): readonly string[];
  use(kind: LabelledKind, labelId: string): void;
}

/** One that lasts as long as its editor. */
export function shortMemory(): LabelMemory {
  const recent: Record<LabelledKind, readonly string[]> = { object: [], polygon: [] };
  return {
    recent: (kind) => recent[kind],
    use: (kind, labelId) => {
      recent[kind] = [labelId, ...recent[kind].filter((id) => id !== labelId)];
    },
  };
}
