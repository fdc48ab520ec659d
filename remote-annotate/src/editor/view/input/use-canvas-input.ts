import { useLayoutEffect, type RefObject } from 'react';
import type { Editor } from '../../editor';
import { fromKeyboardEvent, fromMouseEvent, fromPointerEvent, fromWheelEvent } from '../../input/dom-events';
import type { EditorEvent } from '../../input/events';

const MIDDLE_BUTTON = 1;

/** Passes pointer and wheel events of the element and key events of the window to the editor. */
export function useCanvasInput(element: RefObject<HTMLElement | null>, editor: Editor): void {
  // A layout effect, so that keys go to the new editor as soon as its image is visible.
  useLayoutEffect(() => {
    const canvas = element.current;
    if (!canvas) return undefined;
    const abortController = new AbortController();
    const { signal } = abortController;
    const dispatch = (event: Event, editorEvent: EditorEvent | null) => {
      if (editorEvent && editor.dispatch(editorEvent)) event.preventDefault();
    };
    const getRect = () => canvas.getBoundingClientRect();

    canvas.addEventListener(
      'pointerdown',
      (event) => {
        capturePointer(canvas, event.pointerId);
        canvas.focus({ preventScroll: true });
        dispatch(event, fromPointerEvent(event, getRect()));
      },
      { signal },
    );
    canvas.addEventListener('pointermove', (event) => dispatch(event, fromPointerEvent(event, getRect())), { signal });
    canvas.addEventListener('pointerup', (event) => dispatch(event, fromPointerEvent(event, getRect())), { signal });
    canvas.addEventListener('pointercancel', (event) => dispatch(event, { type: 'cancel' }), { signal });
    canvas.addEventListener(
      'pointerleave',
      (event) => {
        if (event.buttons === 0) dispatch(event, { type: 'pointer_leave' });
      },
      { signal },
    );
    canvas.addEventListener('dblclick', (event) => dispatch(event, fromMouseEvent(event, getRect())), { signal });
    canvas.addEventListener(
      'contextmenu',
      (event) => {
        event.preventDefault();
        dispatch(event, fromMouseEvent(event, getRect()));
      },
      { signal },
    );
    // The browser starts autoscroll on mousedown, even if pointerdown was prevented.
    canvas.addEventListener(
      'mousedown',
      (event) => {
        if (event.button === MIDDLE_BUTTON) event.preventDefault();
      },
      { signal },
    );
    // React registers passive wheel listeners, which cannot prevent scrolling.
    canvas.addEventListener('wheel', (event) => dispatch(event, fromWheelEvent(event, getRect())), { signal, passive: false });

    const onKey = (event: KeyboardEvent) => dispatch(event, fromKeyboardEvent(event, canvas));
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('keyup', onKey, { signal });
    window.addEventListener('blur', (event) => dispatch(event, { type: 'cancel' }), { signal });
    return () => abortController.abort();
  }, [element, editor]);
}

/** Captures the pointer, which fails if it was already released. */
function capturePointer(canvas: HTMLElement, pointerId: number): void {
  try {
    canvas.setPointerCapture(pointerId);
  } catch {
    // Without capture, the gesture ends at the edge of the canvas.
  }
}
