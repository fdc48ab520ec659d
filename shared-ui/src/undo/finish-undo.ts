import { api, cancelWork, followWork, type QueryScope } from '@console/shared-auth';
import type { RestoreResult } from '@console/shared-contract/api';

/** Number of changes that are already undone, and number of all changes. `total` is null until the server has counted the changes. */
export interface UndoProgress {
  done: number;
  total: number | null;
}

/** Thrown when the user has cancelled a long undo. A cancelled undo changes nothing. */
export class UndoCancelledError extends Error {
  override name = 'UndoCancelledError';
}

/**
 * Waits until the server has finished a long undo, and returns the result. Returns a result that is not pending unchanged. If the signal
 * aborts before the undo has finished, cancels the undo and throws UndoCancelledError. If the cancellation itself fails, throws that
 * error, because the undo may continue.
 */
export async function finishUndo<Result extends RestoreResult>(
  result: Result,
  scope: QueryScope,
  onProgress: (progress: UndoProgress) => void = () => undefined,
): Promise<Result> {
  const { pending } = result;
  if (!pending) return result;
  const { workspace, signal } = scope;
  try {
    await followWork(await api.call('GET /annotate/v2/work/{id}', { params: { id: pending }, ...scope }), scope, onProgress);
  } catch (error) {
    if (!signal.aborted) throw error;
    const { status } = await cancelWork(pending, workspace);
    if (status !== 'done') throw new UndoCancelledError();
  }
  const finalResult = await api.call('GET /history/v2/undo/{id}', { params: { id: pending }, workspace });
  return { ...result, ...finalResult, pending: null };
}
