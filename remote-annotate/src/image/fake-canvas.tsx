import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Editor } from '../editor';
import type { DecodedPicture } from '../picture';

// Replaces `../editor/view` and `../picture` in tests, because jsdom neither decodes nor paints images.

const NO_PICTURES: ReadonlySet<string> = new Set();
const PICTURE: DecodedPicture = { bitmap: {} as ImageBitmap, reduced: null, close: () => undefined };

let loaded: ReadonlySet<string> | 'all' = 'all';
const listeners = new Set<() => void>();

function setLoaded(pictures: typeof loaded): void {
  loaded = pictures;
  for (const listener of listeners) listener();
}

/** Controls which images are loaded. */
export const pictures = {
  all: () => setLoaded('all'),
  none: () => setLoaded(NO_PICTURES),
  come: (url: string) => setLoaded(new Set(loaded === 'all' ? [url] : [...loaded, url])),
};

export function usePicture(url: string | null) {
  const isLoaded = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => url !== null && (loaded === 'all' || loaded.has(url)),
  );
  const picture = isLoaded ? PICTURE : null;
  return { state: isLoaded ? 'loaded' : 'loading', picture, retry: () => undefined };
}

/** The editor that the canvas currently shows. */
export const onCanvas: { editor: Editor | null } = { editor: null };

interface FakeCanvasProps {
  editor: Editor;
  label: string;
  picture: DecodedPicture | null;
  onPainted?: () => void;
}

/** Calls `onPainted` in the frame after an image was loaded, once for each editor, as the real canvas does. */
export function AnnotationCanvas({ editor, label, picture, onPainted }: FakeCanvasProps) {
  useLayoutEffect(() => {
    onCanvas.editor = editor;
  }, [editor]);
  const lastPainted = useRef<{ editor: Editor; picture: DecodedPicture } | null>(null);
  useEffect(() => {
    if (!picture || !onPainted) return undefined;
    if (lastPainted.current?.editor === editor && lastPainted.current.picture === picture) return undefined;
    const frame = requestAnimationFrame(() => {
      lastPainted.current = { editor, picture };
      requestAnimationFrame(onPainted);
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, picture, onPainted]);
  return <div role="application" aria-label={label} tabIndex={0} />;
}

export const keepPicturesAhead = (): void => undefined;
