import { useLayoutEffect, type RefObject } from 'react';
import type { Editor } from '../../editor';
import { fromKeyboardEvent, fromMouseEvent, fromPointerEvent, fromWheelEvent } from '../../input/dom-events';
import type { EditorEvent } from '../../input/events';

const MIDDLE_BUTTON = 1;

/** Passes pointer and wheel events of the element and key events of the window to the editor. */
export function useCanvasInput(element: RefObject<HTMLElement | null>, editor: Editor): void {
  // Use a layout effect, so that keys go to the new editor as soon as its image is visible.
  useLayoutEffect(() => {
    const canvas = element.current;
    if (!canvas) return undefined;
    const abortController = new AbortController();
    // Use native listeners with `passive: false`. React's wheel listeners are passive, so they cannot prevent scrolling.
    const options = { signal: abortController.signal, passive: false };
    const dispatch = (event: Event, editorEvent: EditorEvent | null) => {
      if (editorEvent && editor.dispatch(editorEvent)) event.preventDefault();
    };
    const onPointer = (event: PointerEvent) => {
      if (event.type === 'pointerdown') {
        capturePointer(canvas, event.pointerId);
        canvas.focus({ preventScroll: true });
      }
      dispatch(event, fromPointerEvent(event, canvas.getBoundingClientRect()));
    };
    const onClick = (event: MouseEvent) => {
      if (event.type === 'contextmenu') event.preventDefault();
      dispatch(event, fromMouseEvent(event, canvas.getBoundingClientRect()));
    };
    const onCancel = (event: Event) => dispatch(event, { type: 'cancel' });
    const onLeave = (event: PointerEvent) => event.buttons === 0 && dispatch(event, { type: 'pointer_leave' });
    // Prevent autoscroll by the middle button. Browsers start it on mousedown, even if pointerdown was prevented.
    const onMouseDown = (event: MouseEvent) => event.button === MIDDLE_BUTTON && event.preventDefault();
    const onWheel = (event: WheelEvent) => dispatch(event, fromWheelEvent(event, canvas.getBoundingClientRect()));
    const onKey = (event: KeyboardEvent) => dispatch(event, fromKeyboardEvent(event, canvas));

    for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) canvas.addEventListener(type, onPointer, options);
    for (const type of ['dblclick', 'contextmenu'] as const) canvas.addEventListener(type, onClick, options);
    canvas.addEventListener('pointercancel', onCancel, options);
    canvas.addEventListener('pointerleave', onLeave, options);
    canvas.addEventListener('mousedown', onMouseDown, options);
    canvas.addEventListener('wheel', onWheel, options);
    for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, onKey, options);
    window.addEventListener('blur', onCancel, options);
    return () => abortController.abort();
  }, [element, editor]);
}

/** Captures the pointer. This fails if the pointer was already released. */
function capturePointer(canvas: HTMLElement, pointerId: number): void {
  try {
    canvas.setPointerCapture(pointerId);
  } catch {
    // Without capture, the gesture ends at the edge of the canvas.
  }
}
