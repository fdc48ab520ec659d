import { useEffect } from 'react';

/** Moves the focus to the canvas inside `container`, where keys draw and select shapes. Returns false when no canvas is shown. */
export function focusCanvas(container: ParentNode = document): boolean {
  const canvas = container.querySelector<HTMLElement>('[role="application"]');
  canvas?.focus({ preventScroll: true });
  return canvas !== null;
}

/** Moves the focus to the canvas in the next frame, if the focused element has been removed from the page by then. */
export function restoreCanvasFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) focusCanvas();
  });
}

/** Returns the focus to the canvas when the component that contained the focus unmounts. */
export function useFocusCanvasOnUnmount(): void {
  useEffect(() => restoreCanvasFocus, []);
}
