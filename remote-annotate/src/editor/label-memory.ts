export type LabelledKind = 'object' | 'polygon';

/** Which labels were given last. */
export interface LabelMemory {
  /** Ids, the last given first; some may be gone. */
  recent(kind: LabelledKind): readonly string[];
  use(kind: LabelledKind, labelId: string): void;
  /** The label that new shapes get without being asked for. */
  sticky(kind: LabelledKind): string | null;
  stick(kind: LabelledKind, labelId: string | null): void;
}

/** One that lasts as long as its editor. */
export function shortMemory(): LabelMemory {
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
