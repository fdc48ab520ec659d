import type { Work } from '@console/shared-contract/api';
import { ApiError, isAborted } from '../api/errors';
import type { QueryScope } from '../query/use-workspace-query';
import { cancelWork, followWork } from './follow-work';

/** Set once page by page has worked where the one call had no answer: this deployment of the API lacks it. */
let isBulkCallMissing = false;

/** For tests: the next deployment may be another one. */
export function resetCallSupport(): void {
  isBulkCallMissing = false;
}

export interface PageByPageChange {
  /** Ids on a page of what matches, from 1. */
  loadPage: (page: number) => Promise<{ ids: readonly string[]; hasNext: boolean }>;
  change: (ids: string[]) => Promise<void>;
  /** Rows changed so far. */
  onProgress: (changed: number) => void;
}

/**
 * Changes all rows that match, page by page until there is no next page.
 *
 * What was changed no longer matches ("not in the job" is among the filters when adding), so the rest moves up and the
 * same page is read again; only a page that brings nothing new leads to the next. Rejects with what the server refused,
 * or with an abort; `onProgress` has told by then how far it came.
 */
export async function changePageByPage({ loadPage, change, onProgress }: PageByPageChange): Promise<void> {
  const changed = new Set<string>();
  let page = 1;
  for (;;) {
    const { ids, hasNext } = await loadPage(page);
    const items = [...new Set(ids)].filter((id) => !changed.has(id));
    if (items.length > 0) {
      await change(items);
      for (const id of items) changed.add(id);
      onProgress(changed.size);
    } else {
      page += 1;
    }
    if (!hasNext) return;
  }
}

export interface AllMatchingChange {
  /** The one call that has the server do it all. */
  requestChange: (scope: QueryScope) => Promise<Work>;
  /** The way without that call; tells by `onProgress` how many rows are changed. */
  changePages: (scope: QueryScope, onProgress: (changed: number) => void) => Promise<void>;
  scope: QueryScope;
  /** `total` is null while nobody knows it. */
  onProgress: (done: number, total: number | null) => void;
  /** Aborted when the person cancels: work on the server is ended where it is. `scope.signal` only ends the watching. */
  cancelSignal: AbortSignal;
}

const isUnknownCall = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 405);

/**
 * Changes all rows that match a search: by one call where the deployment of the API has it, else page by page. Rejects with
 * what the server refused, or with an abort after a cancel; `onProgress` has told by then how far it came.
 */
export async function changeAllMatching({
  requestChange: ask,
  changePages: pageByPage,
  scope,
  onProgress,
  cancelSignal: cancelled,
}: AllMatchingChange): Promise<void> {
  const either = { ...scope, signal: AbortSignal.any([scope.signal, cancelled]) };
  const walk = () => pageByPage(either, (changed) => onProgress(changed, null));
  if (isBulkCallMissing) return walk();
  let work: Work;
  try {
    // Not ended by a cancel: work that was asked for without us knowing its id could not be ended.
    work = await ask(scope);
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
    // A 404 may as well mean that the job is gone: only what works page by page shows that the call is what is lacking.
    await walk();
    isBulkCallMissing = true;
    return;
  }
  await follow(work, either, scope, cancelled, onProgress);
}

async function follow(
  work: Work,
  either: QueryScope,
  scope: QueryScope,
  cancelled: AbortSignal,
  onProgress: AllMatchingChange['onProgress'],
): Promise<void> {
  const tell = ({ done, total }: Work) => onProgress(done, total);
  try {
    await followWork(work, either, tell);
  } catch (error) {
    if (isAborted(error) && cancelled.aborted && !scope.signal.aborted) tell(await cancelWork(work.id, scope.workspace));
    throw error;
  }
}
