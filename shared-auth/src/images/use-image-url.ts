import { useEffect, useState } from 'react';
import { getUrlExpiry, isSameImage, refreshImageUrl, refreshImageUrlAfterError } from './image-urls';

/**
 * Returns the previous URL as long as it shows the same image and `isUsable` accepts it, otherwise the current URL. Signed URLs change
 * with each refetch of their row, and a visible image must not be loaded again each time.
 */
export function useStableImageUrl(url: string | null, isUsable: (previous: string) => boolean): string | null {
  const [previousUrl, setPreviousUrl] = useState(url);
  const canKeep =
    previousUrl === url || (previousUrl !== null && url !== null && isSameImage(previousUrl, url) && isUsable(previousUrl));
  if (!canKeep) setPreviousUrl(url);
  return canKeep ? previousUrl : url;
}

/** Delays before a failed image is loaded again. A busy or restarting server can often deliver the image later. */
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000];

/**
 * For an `<img>`: returns the URL to show, whether loading has failed, and the handler of the `error` event. Do not render the `<img>`
 * while `hasFailed` is true. Mounting it again later loads the image again.
 */
export function useImageUrl(url: string | null): { url: string | null; hasFailed: boolean; onError: () => void } {
  const [failure, setFailure] = useState<{ url: string; count: number; isRetrying: boolean } | null>(null);
  const stableUrl = useStableImageUrl(url, (previousUrl) => previousUrl !== failure?.url);
  const isFailed = failure !== null && failure.url === stableUrl && !failure.isRetrying;
  const delay = isFailed ? RETRY_DELAYS_MS[failure.count - 1] : undefined;
  useEffect(() => {
    if (delay === undefined) return undefined;
    const timer = setTimeout(() => setFailure((current) => current && { ...current, isRetrying: true }), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  const onError = () => {
    if (stableUrl === null) return;
    setFailure({ url: stableUrl, count: failure?.url === stableUrl ? failure.count + 1 : 1, isRetrying: false });
    // If the row already has a new URL, try the new URL before refetching.
    if (stableUrl === url) void refreshImageUrlAfterError(stableUrl);
  };
  return { url: stableUrl, hasFailed: isFailed, onError };
}

const CHECK_INTERVAL_MS = 600_000;
/** Time before the expiry at which a URL is refreshed, so that a link that the user opens remains usable for a while. */
const REFRESH_AHEAD_MS = 3_600_000;

/** For a link: refetches the row of the URL before the URL expires. Polls the clock, because timers stop while the computer sleeps. */
export function useAutoRefreshedUrl(url: string): string {
  useEffect(() => {
    const expiry = getUrlExpiry(url);
    if (expiry === null) return undefined;
    const refreshIfNeeded = () => {
      if (Date.now() > expiry - REFRESH_AHEAD_MS) void refreshImageUrl(url);
    };
    refreshIfNeeded();
    const timer = setInterval(refreshIfNeeded, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [url]);
  return url;
}
