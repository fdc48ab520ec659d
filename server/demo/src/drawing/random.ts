/** A seeded source of numbers: the same seed gives the same demo, picture for picture. */
export interface Random {
  /** At least 0, below 1. */
  next: () => number;
  between: (low: number, high: number) => number;
  /** An integer, both ends included. */
  integer: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
  shuffled: <T>(items: readonly T[]) => T[];
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, plenty for pictures. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  return {
    next,
    integer,
    pick,
    shuffled,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
  };
}
