import { api, cancelWork, followWork, type QueryScope } from '@console/shared-auth';
import type { RestoreResult } from '@console/shared-contract/api';

/** Numbers of processed and of all changes. The total is null until they are counted. */
export interface UndoProgress {
  done: number;
  total: number | null;
}

/**
 * Waits for the long work that undoes very many changes, and returns its result. Other results are returned as they are. If the
 * signal aborts, the work is cancelled and changes nothing, unless it is already done.
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
    const work = signal.aborted ? await cancelWork(pending, workspace).catch(() => null) : null;
    if (work?.status !== 'done') throw error;
  }
  const finished = await api.call('GET /history/v2/undo/{id}', { params: { id: pending }, workspace });
  return { ...result, ...finished, pending: null };
}
