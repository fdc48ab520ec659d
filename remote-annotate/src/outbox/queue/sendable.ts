import type { Entry } from '../types';

/**
 * The entries that may be sent, in order. An entry waits behind a problem of its own shape, and behind an earlier entry of
 * it that is put off; other shapes go on.
 * @param isPutOff whether an entry waits for a later attempt
 */
export function* sendable(entries: readonly Entry[], isPutOff: (entry: Entry) => boolean = () => false): Generator<Entry> {
  const held = new Set<string>();
  for (const entry of entries) {
    const isHeld = entry.shapeId !== null && held.has(entry.shapeId);
    if (!isHeld && entry.problem === null && !isPutOff(entry)) yield entry;
    else if (entry.shapeId !== null) held.add(entry.shapeId);
  }
}
