import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Editor } from '../../editor';
import type { DecodedImage } from '../../image-decoding';

// Replaces `../editor/view` and `../image-decoding` in tests, because jsdom neither decodes nor paints images.

const NO_URLS: ReadonlySet<string> = new Set();
const LOADED_IMAGE: DecodedImage = { bitmap: {} as ImageBitmap, reduced: null, close: () => undefined };

let loadedUrls: ReadonlySet<string> | 'all' = 'all';
const listeners = new Set<() => void>();

function setLoadedUrls(urls: typeof loadedUrls): void {
  loadedUrls = urls;
  for (const listener of listeners) listener();
}

/** Sets which image URLs have finished loading. */
export const fakeImages = {
  loadAll: () => setLoadedUrls('all'),
  loadNone: () => setLoadedUrls(NO_URLS),
  load: (url: string) => setLoadedUrls(new Set(loadedUrls === 'all' ? [url] : [...loadedUrls, url])),
};

export function useDecodedImage(url: string | null) {
  const isLoaded = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => url !== null && (loadedUrls === 'all' || loadedUrls.has(url)),
  );
  const image = isLoaded ? LOADED_IMAGE : null;
  return { state: isLoaded ? 'loaded' : 'loading', image, retry: () => undefined };
}

/** The editor that the fake canvas shows. */
export const shownCanvas: { editor: Editor | null } = { editor: null };

interface FakeCanvasProps {
  editor: Editor;
  label: string;
  image: DecodedImage | null;
  onPainted?: () => void;
}

/** Reports an image as painted one frame after it has loaded, once for each editor, as the real canvas does. */
export function AnnotationCanvas({ editor, label, image, onPainted }: FakeCanvasProps) {
  useLayoutEffect(() => {
    shownCanvas.editor = editor;
  }, [editor]);
  const lastPainted = useRef<{ editor: Editor; image: DecodedImage } | null>(null);
  useEffect(() => {
    if (!image || !onPainted) return undefined;
    if (lastPainted.current?.editor === editor && lastPainted.current.image === image) return undefined;
    const frame = requestAnimationFrame(() => {
      lastPainted.current = { editor, image };
      requestAnimationFrame(onPainted);
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, image, onPainted]);
  return <div role="application" aria-label={label} tabIndex={0} />;
}

export const prefetchDecodedImages = (): void => undefined;
