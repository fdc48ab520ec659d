import { refreshImageUrl, useStableImageUrl } from '@console/shared-auth';
import { useLayoutEffect, useState } from 'react';
import { PictureRefused, type DecodedPicture } from './decode';
import { PictureLoader } from './picture-loader';

export type PictureState =
  | { readonly state: 'loading'; readonly picture: null }
  | { readonly state: 'loaded'; readonly picture: DecodedPicture }
  | { readonly state: 'failed'; readonly picture: null };

const CLOSE_AFTER_MS = 200;

const LOADING: PictureState = { state: 'loading', picture: null };

/** The one loader of this page, so that what was loaded ahead is found. */
const pictureLoader = new PictureLoader();

/** Fetches and decodes the pictures that may be shown next, and gives up all others. */
export function keepPicturesAhead(urls: readonly string[]): void {
  pictureLoader.keepAhead(urls);
}

/** Once the next picture is on the screen: to give back 50 MB takes milliseconds. */
function closeLater(picture: DecodedPicture): void {
  setTimeout(() => picture.close(), CLOSE_AFTER_MS);
}

/**
 * The picture at `row` (null: none is wanted), closed when another takes its place; `retry` loads it again after a failure. A row
 * that is read with another address of the same picture changes nothing; where the address has ended, the row is read again.
 */
export function usePicture(row: string | null, loader = pictureLoader): PictureState & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const url = useStableImageUrl(row, (kept) => kept !== refused);
  const wanted = `${attempt} ${url}`;
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly state: PictureState }>({ of: wanted, state: LOADING });

  // In the frame that asks for it: what was loaded ahead is shown in that one.
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
        // By now another address may be loading.
        if (!abort.signal.aborted) setLoaded({ of: wanted, state: { state: 'failed', picture: null } });
      },
    );
    return close;
  }, [loader, url, wanted]);

  const state = loaded.of === wanted ? loaded.state : LOADING;
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
