import { useEffect, type RefObject } from 'react';
import type { Editor } from '../../editor';

/** Applies the cursor of the editor to the element without a React render. */
export function useCursor(element: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const { hover } = editor.topics;
    const showCursor = () => {
      element.current?.style.setProperty('cursor', hover.getSnapshot().cursor);
    };
    showCursor();
    return hover.subscribe(showCursor);
  }, [element, editor]);
}
