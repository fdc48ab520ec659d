import { useEffect } from 'react';

/** Moves the focus to the canvas inside `container`, where keys draw and select shapes. Returns false when no canvas is shown. */
export function focusCanvas(container: ParentNode = document): boolean {
  const canvas = container.querySelector<HTMLElement>('[role="application"]');
  canvas?.focus({ preventScroll: true });
  return canvas !== null;
}

/**
 * The focus is watched for this number of frames (about half a second), because a slow machine may replace the canvas shortly after it has
 * removed the focused element.
 */
const RESTORE_FRAMES = 30;

/** Moves the focus to the canvas if the focused element is removed from the page in the next frames. */
export function restoreCanvasFocus(): void {
  let framesLeft = RESTORE_FRAMES;
  const restoreIfLost = () => {
    if (document.activeElement === null || document.activeElement === document.body) focusCanvas();
    framesLeft -= 1;
    if (framesLeft > 0) requestAnimationFrame(restoreIfLost);
  };
  requestAnimationFrame(restoreIfLost);
}

/** Returns the focus to the canvas when the component that contained the focus unmounts. */
export function useFocusCanvasOnUnmount(): void {
  useEffect(() => restoreCanvasFocus, []);
}
