import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Editor } from '../../editor';
import type { DecodedPicture } from '../../image-decoding';

// Replaces `../editor/view` and `../picture` in tests, because jsdom neither decodes nor paints images.

const NO_URLS: ReadonlySet<string> = new Set();
const PICTURE: DecodedPicture = { bitmap: {} as ImageBitmap, reduced: null, close: () => undefined };

let loadedUrls: ReadonlySet<string> | 'all' = 'all';
const listeners = new Set<() => void>();

function setLoadedUrls(pictures: typeof loadedUrls): void {
  loadedUrls = pictures;
  for (const listener of listeners) listener();
}

/** Sets which image URLs have finished loading. */
export const fakePictures = {
  all: () => setLoadedUrls('all'),
  none: () => setLoadedUrls(NO_URLS),
  load: (url: string) => setLoadedUrls(new Set(loadedUrls === 'all' ? [url] : [...loadedUrls, url])),
};

export function usePicture(url: string | null) {
  const isLoaded = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => url !== null && (loadedUrls === 'all' || loadedUrls.has(url)),
  );
  const picture = isLoaded ? PICTURE : null;
  return { state: isLoaded ? 'loaded' : 'loading', picture, retry: () => undefined };
}

/** The editor that the fake canvas shows. */
export const onCanvas: { editor: Editor | null } = { editor: null };

interface FakeCanvasProps {
  editor: Editor;
  label: string;
  picture: DecodedPicture | null;
  onPainted?: () => void;
}

/** Reports an image as painted one frame after it has loaded, once for each editor, as the real canvas does. */
export function AnnotationCanvas({ editor, label, picture, onPainted }: FakeCanvasProps) {
  useLayoutEffect(() => {
    onCanvas.editor = editor;
  }, [editor]);
  const painted = useRef<{ editor: Editor; picture: DecodedPicture } | null>(null);
  useEffect(() => {
    if (!picture || !onPainted) return undefined;
    if (painted.current?.editor === editor && painted.current.picture === picture) return undefined;
    const frame = requestAnimationFrame(() => {
      painted.current = { editor, picture };
      requestAnimationFrame(onPainted);
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, picture, onPainted]);
  return <div role="application" aria-label={label} tabIndex={0} />;
}

export const keepPicturesAhead = (): void => undefined;
