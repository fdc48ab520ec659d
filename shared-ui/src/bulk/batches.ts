import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';

/** What a call that changes a part of what matches answers. */
interface BatchResult {
  changed: readonly string[];
  /** Where the next part begins; a deployment of before changes all by its first call, or refuses. */
  next?: string | null;
}

/** How a change in parts ended. */
export interface BatchedChange<Answer> {
  batches: Answer[];
  /** Why it went no further; undefined: it reached the end. */
  failure?: unknown;
}

/**
 * Changes all that match, as many by each call as one call may change. What was changed before a call failed is kept in
 * `parts`, for its undo. Rejects when the first fails, with which nothing was changed.
 *
 * @param send the call, from the first row on where `after` is null
 * @param onChanged told how many rows were changed so far
 */
export async function changeInBatches<Answer extends BatchResult>(
  send: (after: string | null) => Promise<Answer>,
  onChanged: (rows: number) => void = () => undefined,
): Promise<BatchedChange<Answer>> {
  const parts = [await send(null)];
  let after = parts[0]?.next ?? null;
  while (after !== null) {
    onChanged(getChangedIds(parts).length);
    try {
      const part = await send(after);
      parts.push(part);
      after = part.next ?? null;
    } catch (failure) {
      return { batches: parts, failure };
    }
  }
  return { batches: parts };
}

/** The rows that were changed, over all parts. */
export const getChangedIds = (parts: readonly BatchResult[]): string[] => parts.flatMap(({ changed }) => changed);

/** Ids, as many to a piece as one call takes. */
export function toIdBatches(ids: readonly string[]): string[][] {
  const pieces: string[][] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS_PER_CALL) pieces.push(ids.slice(from, from + MAX_IDS_PER_CALL));
  return pieces;
}
