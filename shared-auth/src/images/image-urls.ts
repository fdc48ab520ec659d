import { consoleQueryClient } from '../state/query-client';

const getPath = (url: string) => url.split('?', 1)[0] ?? '';

/** Whether two URLs show the same image. Signed URLs of an image differ in their query, which changes every hour. */
export function isSameImage(a: string, b: string): boolean {
  return getPath(a) === getPath(b);
}

/** Returns when a signed URL expires, in milliseconds since the epoch; null for a URL without expiry. */
export function getUrlExpiry(url: string): number | null {
  const expirySeconds = /[?&]until=(\d+)(&|$)/.exec(url)?.[1];
  return expirySeconds === undefined ? null : Number(expirySeconds) * 1000;
}

/** Time to collect failed images before one refetch: the images of a page fail almost at the same time. */
const BATCH_MS = 50;
/** Minimum interval of refetches for one URL: a missing image fails again each time it is shown. */
const RETRY_INTERVAL_MS = 60_000;

const lastRefreshes = new Map<string, number>();
let batch: { readonly paths: Set<string>; readonly done: Promise<void> } | null = null;

/**
 * Refetches all rows that contain an expired URL, so that they get new URLs. Resolves after the refetch, or immediately if `url` has
 * no expiry.
 */
export async function refreshImageUrl(url: string): Promise<void> {
  if (getUrlExpiry(url) === null) return;
  batch ??= startBatch();
  batch.paths.add(getPath(url));
  await batch.done;
}

/** Like `refreshImageUrl`, for an image that failed for an unknown reason: at most once per minute and URL. */
export async function refreshImageUrlAfterError(url: string): Promise<void> {
  if (Date.now() - (lastRefreshes.get(url) ?? -Infinity) < RETRY_INTERVAL_MS) return;
  lastRefreshes.set(url, Date.now());
  await refreshImageUrl(url);
}

function startBatch() {
  const paths = new Set<string>();
  const batchPause = new Promise((resolve) => setTimeout(resolve, BATCH_MS)).then(() => {
    batch = null;
    return refetchRows([...paths]);
  });
  return { paths, done: batchPause };
}

async function refetchRows(paths: readonly string[]): Promise<void> {
  await consoleQueryClient.invalidateQueries({
    predicate: ({ state }) => {
      const text = state.data === undefined ? '' : JSON.stringify(state.data);
      return paths.some((path) => text.includes(path));
    },
  });
  // React Query notifies its observers in a separate task, so wait for that task.
  await new Promise((resolve) => setTimeout(resolve));
}
