import type { Work } from '@console/shared-contract/api';
import { api } from '../api/api';
import { ApiError } from '../api/errors';
import type { QueryScope } from '../query/use-workspace-query';

const FIRST_POLL_MS = 150;
const MAX_POLL_MS = 2000;
/** Looks in a row that may fail before it is given up: the work itself goes on without us. */
const MAX_FAILED_POLLS = 5;

const isOver = ({ status }: Work): boolean => status !== 'queued' && status !== 'running';

/** Waits, or until the signal, whichever comes first. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Why long work did not come to its end; what it did before stays done. */
export class WorkStoppedError extends Error {
  override readonly name = 'WorkStoppedError';
  constructor(
    readonly work: Work,
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * Follows long work on the server until it is done, telling how far it is. Looks twice a second and more at first, then less
 * often; a few lost answers in a row are borne. Rejects with `WorkEnded` where the work failed or was cancelled, and with an
 * abort when `signal` ends the watching: the work goes on, unless `cancelWork` is called.
 */
export async function followWork(asked: Work, scope: QueryScope, onProgress: (work: Work) => void): Promise<Work> {
  let work = asked;
  let wait = FIRST_POLL_MS;
  let failed = 0;
  onProgress(work);
  while (!isOver(work)) {
    await pause(wait, scope.signal);
    wait = Math.min(wait * 1.5, MAX_POLL_MS);
    scope.signal.throwIfAborted();
    try {
      work = await api.call('GET /annotate/v2/work/{id}', { params: { id: work.id }, ...scope });
      failed = 0;
      onProgress(work);
    } catch (error) {
      failed += 1;
      if (!isTransient(error) || failed >= MAX_FAILED_POLLS) throw error;
    }
  }
  if (work.status !== 'done') throw new WorkStoppedError(work, work.error ?? work.status);
  return work;
}

/** Ends long work where it is. */
export async function cancelWork(id: string, workspace: string): Promise<Work> {
  return api.call('POST /annotate/v2/work/{id}/cancel', { params: { id }, workspace });
}
