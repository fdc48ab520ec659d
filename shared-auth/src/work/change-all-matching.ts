import type { Work } from '@console/shared-contract/api';
import { ApiError, isAborted } from '../http/errors';
import type { QueryScope } from '../query/use-workspace-query';
import { cancelWork, followWork } from './follow-work';

/** Whether the server lacks the bulk call. Set once that call has failed and changing page by page has succeeded. */
let isBulkCallUnsupported = false;

/** Resets what this module has learned about the server, for tests. */
export function resetCallSupport(): void {
  isBulkCallUnsupported = false;
}

export interface PageByPageChange {
  /** Returns the ids on a page of the matching rows. Pages start at 1. */
  loadPage: (page: number) => Promise<{ ids: readonly string[]; hasNext: boolean }>;
  change: (ids: string[]) => Promise<void>;
  /** Called with the number of changed rows. */
  onProgress: (changedCount: number) => void;
}

/**
 * Changes all matching rows, page by page. Changed rows may disappear from the list, for example if they are added to a job and the filter
 * is "not in the job". The remaining rows move up, so the same page is read again until it contains no new rows. Rejects with the
 * server's error or an abort error, after `onProgress` has reported the number of changed rows.
 */
export async function changePageByPage({ loadPage, change, onProgress }: PageByPageChange): Promise<void> {
  const changedIds = new Set<string>();
  let page = 1;
  for (;;) {
    const { ids, hasNext } = await loadPage(page);
    const items = [...new Set(ids)].filter((id) => !changedIds.has(id));
    if (items.length > 0) {
      await change(items);
      for (const id of items) changedIds.add(id);
      onProgress(changedIds.size);
    } else {
      page += 1;
    }
    if (!hasNext) return;
  }
}

export interface AllMatchingChange {
  /** Starts the change of all rows as background work of the server. */
  requestChange: (scope: QueryScope) => Promise<Work>;
  /** Changes the rows page by page, for servers without that endpoint. */
  changePages: (scope: QueryScope, onProgress: (changedCount: number) => void) => Promise<void>;
  scope: QueryScope;
  /** `total` is null while it is unknown. */
  onProgress: (doneCount: number, total: number | null) => void;
  /** Aborted when the user cancels: the task on the server is then cancelled. `scope.signal` only stops waiting for the task. */
  cancelSignal: AbortSignal;
}

const isUnknownCall = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 405);

/**
 * Changes all rows that match a search: with one bulk call if the server has it, otherwise page by page. Rejects with the server's
 * error, or with an abort error after a cancellation. `onProgress` has then reported the number of changed rows.
 */
export async function changeAllMatching({
  requestChange,
  changePages,
  scope,
  onProgress,
  cancelSignal,
}: AllMatchingChange): Promise<void> {
  const combinedScope = { ...scope, signal: AbortSignal.any([scope.signal, cancelSignal]) };
  const changeByPage = () => changePages(combinedScope, (changedCount) => onProgress(changedCount, null));
  if (isBulkCallUnsupported) return changeByPage();
  let work: Work;
  try {
    // Do not pass the cancel signal to this request: without the id in its response, the started task could not be cancelled.
    work = await requestChange(scope);
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
    // A 404 response can also mean that the job was deleted. If changing page by page succeeds, the job exists, and the server does not
    // have the bulk call.
    await changeByPage();
    isBulkCallUnsupported = true;
    return;
  }
  await followOrCancel(work, combinedScope, scope, cancelSignal, onProgress);
}

async function followOrCancel(
  work: Work,
  combinedScope: QueryScope,
  scope: QueryScope,
  cancelSignal: AbortSignal,
  onProgress: AllMatchingChange['onProgress'],
): Promise<void> {
  const reportProgress = ({ done, total }: Work) => onProgress(done, total);
  try {
    await followWork(work, combinedScope, reportProgress);
  } catch (error) {
    if (isAborted(error) && cancelSignal.aborted && !scope.signal.aborted)
      reportProgress(await cancelWork(work.id, scope.workspace));
    throw error;
  }
}
