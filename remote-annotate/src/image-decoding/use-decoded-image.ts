import { refreshImageUrl, useStableImageUrl } from '@console/shared-auth';
import { useLayoutEffect, useState } from 'react';
import { PictureRefused, type DecodedPicture } from './decoded-image';
import { PictureLoader } from './decoded-image-loader';

export type PictureState =
  | { readonly state: 'loading'; readonly picture: null }
  | { readonly state: 'loaded'; readonly picture: DecodedPicture }
  | { readonly state: 'failed'; readonly picture: null };

const CLOSE_AFTER_MS = 200;

const LOADING: PictureState = { state: 'loading', picture: null };

/** The loader shared by the page, so that preloaded images are reused. */
const pictureLoader = new PictureLoader();

/** Preloads the images that may be shown next and discards all other preloaded ones. */
export function keepPicturesAhead(urls: readonly string[]): void {
  pictureLoader.keepAhead(urls);
}

/** Closes the image after the next one is shown, because freeing 50 MB takes milliseconds. */
function closeLater(picture: DecodedPicture): void {
  setTimeout(() => picture.close(), CLOSE_AFTER_MS);
}

/**
 * Loads the image at the URL `row` (null: none) and closes it when another one replaces it. `retry` reloads it after a
 * failure. A new URL of the same image has no effect until the current URL expires; then the row is reloaded.
 */
export function usePicture(row: string | null, loader = pictureLoader): PictureState & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const url = useStableImageUrl(row, (kept) => kept !== refused);
  const wanted = `${attempt} ${url}`;
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly state: PictureState }>({ of: wanted, state: LOADING });

  // A layout effect shows a preloaded image in the same frame.
  useLayoutEffect(() => {
    if (url === null) return undefined;
    const abort = new AbortController();
    let held: DecodedPicture | null = null;
    const show = (picture: DecodedPicture) => {
      held = picture;
      setLoaded({ of: wanted, state: { state: 'loaded', picture } });
    };
    const close = () => {
      abort.abort();
      if (held) closeLater(held);
    };
    const ahead = loader.take(url);
    if (ahead) {
      show(ahead);
      return close;
    }
    loader.load(url, abort.signal).then(
      (picture) => (abort.signal.aborted ? picture.close() : show(picture)),
      async (error: unknown) => {
        if (abort.signal.aborted) return;
        if (error instanceof PictureRefused) {
          setRefused(url);
          await refreshImageUrl(url);
        }
        // Another URL may be loading by now.
        if (!abort.signal.aborted) setLoaded({ of: wanted, state: { state: 'failed', picture: null } });
      },
    );
    return close;
  }, [loader, url, wanted]);

  const state = loaded.of === wanted ? loaded.state : LOADING;
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
