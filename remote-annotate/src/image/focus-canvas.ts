import { useEffect } from 'react';

/** Moves the focus to the canvas, so that its keys work. Returns false if no canvas is shown. */
export function focusCanvas(within: ParentNode = document): boolean {
  const canvas = within.querySelector<HTMLElement>('[role="application"]');
  canvas?.focus({ preventScroll: true });
  return canvas !== null;
}

/** Moves the focus to the canvas after the component was unmounted with the focus. */
export function useCanvasFocusAfter(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === null || document.activeElement === document.body) focusCanvas();
      });
    },
    [],
  );
}
