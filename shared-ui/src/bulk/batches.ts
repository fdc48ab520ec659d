import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';

/** Response of a bulk call that changes one batch. */
export interface BatchResult {
  changed: readonly string[];
  /**
   * The value of `after` for the next batch; null after the last batch. Older servers omit this field: they change all rows in one call.
   */
  next?: string | null;
}

/** Result of a change in batches. */
export interface BatchedChange<Result> {
  batches: Result[];
  /** Error that stopped the change; undefined if all batches succeeded. */
  failure?: unknown;
}

/**
 * Changes all matching rows in batches. If a call after the first one fails, the result contains the completed batches, so that they can
 * be undone. Rejects if the first call fails, because then nothing has changed.
 *
 * @param send sends one batch; `after` is null for the first batch
 *
 * @param onChanged called after each batch with the total number of rows changed so far
 */
export async function changeInBatches<Result extends BatchResult>(
  send: (after: string | null) => Promise<Result>,
  onChanged: (rows: number) => void = () => undefined,
): Promise<BatchedChange<Result>> {
  const batches = [await send(null)];
  let after = batches[0]?.next ?? null;
  while (after !== null) {
    onChanged(getChangedIds(batches).length);
    try {
      const batch = await send(after);
      batches.push(batch);
      after = batch.next ?? null;
    } catch (failure) {
      return { batches, failure };
    }
  }
  return { batches };
}

/** Returns the ids of the changed rows of all batches. A row that several batches have changed is returned once. */
export const getChangedIds = (batches: readonly BatchResult[]): string[] => [
  ...new Set(batches.flatMap(({ changed: changedIds }) => changedIds)),
];

/** Splits ids into batches of the size that one call accepts. */
export function toIdBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_CALL) batches.push(ids.slice(start, start + MAX_IDS_PER_CALL));
  return batches;
}
