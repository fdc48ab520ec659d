import { newId } from '@console/shared-contract/new-id';

/** Time in milliseconds for which a failed write keeps its key. After that, an identical write gets a new key. */
const MAX_AGE_MS = 600_000;

const failedWrites = new Map<string, { key: string; failedAt: number }>();

/**
 * Sends a write as one change set, which is the unit of undo. The server may have executed a write whose response was lost, so a
 * repeated write gets the key of the failed attempt. Undo then finds the change set, whichever attempt the server executed.
 * @param write identifies the write; include everything that it changes
 */
export async function sendAsChangeSet<Result>(
  write: readonly unknown[],
  send: (options: { changeSet: string }) => Promise<Result>,
): Promise<{ result: Result; changeSet: string }> {
  const writeId = JSON.stringify(write);
  const failedWrite = failedWrites.get(writeId);
  const changeSet = failedWrite && Date.now() - failedWrite.failedAt < MAX_AGE_MS ? failedWrite.key : newId();
  try {
    const result = await send({ changeSet });
    failedWrites.delete(writeId);
    return { result, changeSet };
  } catch (error) {
    failedWrites.set(writeId, { key: changeSet, failedAt: Date.now() });
    throw error;
  }
}
