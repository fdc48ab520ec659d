import { useLayoutEffect, type RefObject } from 'react';
import type { Editor } from '../../editor';
import { fromKeyboardEvent, fromMouseEvent, fromPointerEvent, fromWheelEvent } from '../../input/dom-events';
import type { EditorEvent } from '../../input/events';

const MIDDLE_BUTTON = 1;

/** Hands the element's pointer and wheel events, and the window's keys, to the editor. */
export function useCanvasInput(element: RefObject<HTMLElement | null>, editor: Editor): void {
  // With the picture's first drawing: a key that comes then is not the one's before.
  useLayoutEffect(() => {
    const canvas = element.current;
    if (!canvas) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const give = (event: Event, editorEvent: EditorEvent | null) => {
      if (editorEvent && editor.dispatch(editorEvent)) event.preventDefault();
    };
    const rect = () => canvas.getBoundingClientRect();

    canvas.addEventListener(
      'pointerdown',
      (event) => {
        capture(canvas, event.pointerId);
        canvas.focus({ preventScroll: true });
        give(event, fromPointerEvent(event, rect()));
      },
      { signal },
    );
    canvas.addEventListener('pointermove', (event) => give(event, fromPointerEvent(event, rect())), { signal });
    canvas.addEventListener('pointerup', (event) => give(event, fromPointerEvent(event, rect())), { signal });
    canvas.addEventListener('pointercancel', (event) => give(event, { type: 'cancel' }), { signal });
    canvas.addEventListener(
      'pointerleave',
      (event) => {
        if (event.buttons === 0) give(event, { type: 'pointer_leave' });
      },
      { signal },
    );
    canvas.addEventListener('dblclick', (event) => give(event, fromMouseEvent(event, rect())), { signal });
    canvas.addEventListener(
      'contextmenu',
      (event) => {
        event.preventDefault();
        give(event, fromMouseEvent(event, rect()));
      },
      { signal },
    );
    // The browser's autoscroll begins with mousedown, whatever became of pointerdown.
    canvas.addEventListener(
      'mousedown',
      (event) => {
        if (event.button === MIDDLE_BUTTON) event.preventDefault();
      },
      { signal },
    );
    // React listens to the wheel passively, and then the page would scroll.
    canvas.addEventListener('wheel', (event) => give(event, fromWheelEvent(event, rect())), { signal, passive: false });

    const onKey = (event: KeyboardEvent) => give(event, fromKeyboardEvent(event, canvas));
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('keyup', onKey, { signal });
    window.addEventListener('blur', (event) => give(event, { type: 'cancel' }), { signal });
    return () => end.abort();
  }, [element, editor]);
}

/** Fails where the pointer was lifted already. */
function capture(canvas: HTMLElement, pointerId: number): void {
  try {
    canvas.setPointerCapture(pointerId);
  } catch {
    // The gesture goes on without; it ends at the canvas's edge.
  }
}
