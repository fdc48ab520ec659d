import { api, cancelWork, followWork, type QueryScope } from '@console/shared-auth';
import type { RestoreResult } from '@console/shared-contract/api';

/** Numbers of processed and of all changes. The total is null until they are counted. */
export interface UndoProgress {
  done: number;
  total: number | null;
}

/** The user cancelled the long work of an undo, which therefore changes nothing. */
export class UndoCancelledError extends Error {
  override name = 'UndoCancelledError';
}

/**
 * Waits for the long work that undoes very many changes, and returns its result. Other results are returned as they are. If the
 * signal aborts, the work is cancelled, unless it is already done: throws UndoCancelledError. If the server does not respond to
 * the cancellation, throws its error, because the work may continue.
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
  const finished = await api.call('GET /history/v2/undo/{id}', { params: { id: pending }, workspace });
  return { ...result, ...finished, pending: null };
}
