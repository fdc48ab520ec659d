import { useEffect } from 'react';

/** Gives the focus to the canvas, where keys draw and walk through the shapes. False: none is shown. */
export function focusCanvas(within: ParentNode = document): boolean {
  const canvas = within.querySelector<HTMLElement>('[role="application"]');
  canvas?.focus({ preventScroll: true });
  return canvas !== null;
}

/** Whoever was in what is gone goes on with the picture. */
export function useFocusCanvasOnUnmount(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === null || document.activeElement === document.body) focusCanvas();
      });
    },
    [],
  );
}
