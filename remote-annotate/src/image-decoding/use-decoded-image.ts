import { refreshImageUrl, useStableImageUrl } from '@console/shared-auth';
import { useLayoutEffect, useState } from 'react';
import { ImageRefusedError, type DecodedImage } from './decoded-image';
import { DecodedImageLoader } from './decoded-image-loader';

type DecodedImageState =
  | { readonly state: 'loading'; readonly image: null }
  | { readonly state: 'loaded'; readonly image: DecodedImage }
  | { readonly state: 'failed'; readonly image: null };

const CLOSE_AFTER_MS = 200;

const LOADING: DecodedImageState = { state: 'loading', image: null };

/** The loader that all components share, so that preloaded images are reused. */
const sharedLoader = new DecodedImageLoader();

/** Preloads the images that may be shown next and discards all other preloaded images. */
export function prefetchDecodedImages(urls: readonly string[]): void {
  sharedLoader.prefetchOnly(urls);
}

/** Closes the image after the next image is shown, because freeing 50 MB takes milliseconds. */
function closeLater(image: DecodedImage): void {
  setTimeout(() => image.close(), CLOSE_AFTER_MS);
}

/**
 * Loads an image, and closes it when another image replaces it. `row` is the image's URL from the API, or null for no image. `retry`
 * reloads the image after a failure. A new URL of the same image is used only after the current URL has expired.
 */
export function useDecodedImage(row: string | null, loader = sharedLoader): DecodedImageState & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [refusedUrl, setRefusedUrl] = useState<string | null>(null);
  const url = useStableImageUrl(row, (candidate) => candidate !== refusedUrl);
  const requestId = `${attempt} ${url}`;
  const [loadedRequest, setLoadedRequest] = useState<{ readonly requestId: string; readonly state: DecodedImageState }>({
    requestId,
    state: LOADING,
  });

  // Use a layout effect, so that a preloaded image is shown without an empty frame.
  useLayoutEffect(() => {
    if (url === null) return undefined;
    const abortController = new AbortController();
    let shownImage: DecodedImage | null = null;
    const showImage = (image: DecodedImage) => {
      shownImage = image;
      setLoadedRequest({ requestId, state: { state: 'loaded', image } });
    };
    const closeImage = () => {
      abortController.abort();
      if (shownImage) closeLater(shownImage);
    };
    const prefetchedImage = loader.takeDecoded(url);
    if (prefetchedImage) {
      showImage(prefetchedImage);
      return closeImage;
    }
    loader.load(url, abortController.signal).then(
      (image) => (abortController.signal.aborted ? image.close() : showImage(image)),
      async (error: unknown) => {
        if (abortController.signal.aborted) return;
        if (error instanceof ImageRefusedError) {
          setRefusedUrl(url);
          await refreshImageUrl(url);
        }
        // Ignore the failure if another URL is loading by now.
        if (!abortController.signal.aborted) setLoadedRequest({ requestId, state: { state: 'failed', image: null } });
      },
    );
    return closeImage;
  }, [loader, url, requestId]);

  const state = loadedRequest.requestId === requestId ? loadedRequest.state : LOADING;
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
