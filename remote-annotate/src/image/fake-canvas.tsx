import { useEffect, useSyncExternalStore } from 'react';
import type { DecodedPicture } from '../picture';

// Stands in for `../editor/view` and `../picture` in tests: jsdom decodes no pictures and paints none.

const NO_PICTURES: ReadonlySet<string> = new Set();
const PICTURE: DecodedPicture = { bitmap: {} as ImageBitmap, reduced: null, close: () => undefined };

let there: ReadonlySet<string> | 'all' = 'all';
const listeners = new Set<() => void>();

function have(pictures: typeof there): void {
  there = pictures;
  for (const listener of listeners) listener();
}

/** Which pictures have come over the line. */
export const pictures = {
  all: () => have('all'),
  none: () => have(NO_PICTURES),
  come: (url: string) => have(new Set(there === 'all' ? [url] : [...there, url])),
};

export function usePicture(url: string | null) {
  const isThere = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => url !== null && (there === 'all' || there.has(url)),
  );
  const picture = isThere ? PICTURE : null;
  return { state: isThere ? 'loaded' : 'loading', picture, retry: () => undefined };
}

interface FakeCanvasProps {
  label: string;
  picture: DecodedPicture | null;
  onPainted?: () => void;
}

/** Paints a picture in the frame after it has come, as the real one does. */
export function AnnotationCanvas({ label, picture, onPainted }: FakeCanvasProps) {
  useEffect(() => {
    if (!picture || !onPainted) return undefined;
    const frame = requestAnimationFrame(() => requestAnimationFrame(onPainted));
    return () => cancelAnimationFrame(frame);
  }, [picture, onPainted]);
  return <div role="application" aria-label={label} />;
}

export const keepPicturesAhead = (): void => undefined;
