import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Editor } from '../editor';
import type { ViewportSize } from '../viewport/camera';

/** The fitted picture is at most the window's height divided by this. */
const FIT_DIVISOR = 1.5;

/** Size of the canvas's element in CSS pixels; null until it is known. Tells the editor of each change. */
export function useCanvasSize(element: RefObject<HTMLElement | null>, editor: Editor): ViewportSize | null {
  const [size, setSize] = useState<ViewportSize | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = () => {
      const next = { width: Math.floor(box.clientWidth), height: Math.floor(box.clientHeight) };
      setSize((before) => (before?.width === next.width && before.height === next.height ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  // Measured once, not for each picture: the page would be laid out for it before the frame.
  useLayoutEffect(() => {
    if (size) editor.viewport.resize(size, window.innerHeight / FIT_DIVISOR);
  }, [editor, size]);
  return size;
}
