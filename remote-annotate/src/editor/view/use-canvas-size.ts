import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Editor } from '../editor';
import type { ViewportSize } from '../viewport/camera';

/** A fitted image is at most as high as the window height divided by this number. */
const FIT_DIVISOR = 1.5;

/** Returns the size of the canvas element in CSS pixels, or null until it is known. Passes each change to the editor. */
export function useCanvasSize(element: RefObject<HTMLElement | null>, editor: Editor): ViewportSize | null {
  const [size, setSize] = useState<ViewportSize | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = () => {
      const newSize = { width: Math.floor(target.clientWidth), height: Math.floor(target.clientHeight) };
      setSize((previousSize) =>
        previousSize?.width === newSize.width && previousSize.height === newSize.height ? previousSize : newSize,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  // Pass the known size to the editor of each new image without measuring again, which would force a layout before the frame.
  useLayoutEffect(() => {
    if (size) editor.viewport.resize(size, window.innerHeight / FIT_DIVISOR);
  }, [editor, size]);
  return size;
}
