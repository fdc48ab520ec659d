import { api, cancelWork, followWork, type QueryScope } from '@console/shared-auth';
import type { RestoreResult } from '@console/shared-contract/api';

/** Numbers of processed and of all changes. The total is null until they are counted. */
export interface UndoProgress {
  done: number;
  total: number | null;
}

/**
 * Waits for the long work that undoes very many changes, and returns its result. Other results are returned as they are. If the
 * signal aborts, the work is cancelled and changes nothing.
 */
export async function finishUndo<Result extends RestoreResult>(
  result: Result,
  scope: QueryScope,
  onProgress: (progress: UndoProgress) => void = () => undefined,
): Promise<Result> {
  const { pending } = result;
  if (!pending) return result;
  try {
    await followWork(await api.call('GET /annotate/v2/work/{id}', { params: { id: pending }, ...scope }), scope, onProgress);
    const finished = await api.call('GET /history/v2/undo/{id}', { params: { id: pending }, ...scope });
    return { ...result, ...finished, pending: null };
  } catch (error) {
    if (scope.signal.aborted) await cancelWork(pending, scope.workspace).catch(() => undefined);
    throw error;
  }
}
