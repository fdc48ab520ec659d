import type { Work } from '@console/shared-contract/api';
import { api } from '../api/api';
import { ApiError } from '../http/errors';
import { onLiveEvent } from '../live/live-events';
import type { QueryScope } from '../query/use-workspace-query';
import { liveAtom } from '../state/atoms';
import { consoleStore } from '../state/store';

const FIRST_POLL_MS = 150;
const MAX_POLL_MS = 2000;
/** Interval of polling while the live stream reports the progress. */
const LIVE_POLL_MS = 20_000;
/** Number of consecutive failed requests after which `followWork` gives up. The background work itself continues. */
const MAX_FAILED_POLLS = 5;

const isFinished = ({ status }: Work): boolean => status !== 'queued' && status !== 'running';

/** Resolves after `ms` milliseconds, or earlier if the signal aborts or the live stream reports progress of the work. */
function waitForProgress(ms: number, signal: AbortSignal, workId: string): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const stopListening = onLiveEvent((event) => {
      if (event.event === 'work' && event.id === workId) finishWait();
    });
    const finishWait = () => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', finishWait);
      resolve();
    };
    const timer = setTimeout(finishWait, ms);
    signal.addEventListener('abort', finishWait);
  });
}

const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Error of a background task that failed or was cancelled. Items that the task has already changed stay changed. */
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
 * Polls a background task (`Work`) until it is finished. Polls when the live stream announces progress, or at an interval that grows
 * from 150 ms to 2 s. Tolerates a few failed requests in a row. Rejects with `WorkStoppedError` if the task failed or was cancelled,
 * and with an abort error if `signal` aborts. After an abort, the task continues unless `cancelWork` is called.
 */
export async function followWork(requestedWork: Work, scope: QueryScope, onProgress: (work: Work) => void): Promise<Work> {
  let work = requestedWork;
  let delay = FIRST_POLL_MS;
  let failedPolls = 0;
  onProgress(work);
  while (!isFinished(work)) {
    await waitForProgress(delay, scope.signal, work.id);
    delay = consoleStore.get(liveAtom) ? LIVE_POLL_MS : Math.min(delay * 1.5, MAX_POLL_MS);
    scope.signal.throwIfAborted();
    try {
      work = await api.call('GET /annotate/v2/work/{id}', { params: { id: work.id }, ...scope });
      failedPolls = 0;
      onProgress(work);
    } catch (error) {
      failedPolls += 1;
      if (!isTransient(error) || failedPolls >= MAX_FAILED_POLLS) throw error;
    }
  }
  if (work.status !== 'done') throw new WorkStoppedError(work, work.error ?? work.status);
  return work;
}

/** Cancels a background task. Items that the task has already changed stay changed. */
export async function cancelWork(id: string, workspaceId: string): Promise<Work> {
  return api.call('POST /annotate/v2/work/{id}/cancel', { params: { id }, workspace: workspaceId });
}
