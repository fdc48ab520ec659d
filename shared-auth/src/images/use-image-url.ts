import { useEffect, useState } from 'react';
import { getUrlExpiry, isSameImage, refreshImageUrl, refreshImageUrlAfterError } from './image-urls';

/**
 * Returns the previous URL as long as it shows the same image and `isUsable`, otherwise the current one. So a visible image is
 * not loaded again after a refetch of its row has returned another signature.
 */
export function useStableImageUrl(url: string | null, isUsable: (previous: string) => boolean): string | null {
  const [previous, setPrevious] = useState(url);
  const canKeep = previous === url || (previous !== null && url !== null && isSameImage(previous, url) && isUsable(previous));
  if (!canKeep) setPrevious(url);
  return canKeep ? previous : url;
}

/** Delays before an image that has failed is loaded again. A busy or restarting server can deliver it a moment later. */
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000];

/**
 * For an `<img>`: returns the URL to show, whether loading it has failed, and the handler of its `error` event. The image must
 * not be shown while it has failed, so that it is loaded again later.
 */
export function useImageUrl(url: string | null): { url: string | null; hasFailed: boolean; onError: () => void } {
  const [failure, setFailure] = useState<{ url: string; count: number; isRetrying: boolean } | null>(null);
  const stableUrl = useStableImageUrl(url, (previous) => previous !== failure?.url);
  const isFailed = failure !== null && failure.url === stableUrl && !failure.isRetrying;
  const delay = isFailed ? RETRY_DELAYS_MS[failure.count - 1] : undefined;
  useEffect(() => {
    if (delay === undefined) return undefined;
    const timer = setTimeout(() => setFailure((previous) => previous && { ...previous, isRetrying: true }), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  const onError = () => {
    if (stableUrl === null) return;
    setFailure({ url: stableUrl, count: failure?.url === stableUrl ? failure.count + 1 : 1, isRetrying: false });
    // If the row already has another URL, that one is tried first.
    if (stableUrl === url) void refreshImageUrlAfterError(stableUrl);
  };
  return { url: stableUrl, hasFailed: isFailed, onError };
}

const CHECK_INTERVAL_MS = 600_000;
/** How long before its expiry a link is refreshed, so that a page that opens it now can still use it. */
const REFRESH_AHEAD_MS = 3_600_000;

/** For a link: refetches the row of the URL before it expires. It polls the clock, because the machine may sleep. */
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
