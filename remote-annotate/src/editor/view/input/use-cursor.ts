import { useEffect, type RefObject } from 'react';
import type { Editor } from '../../editor';

/** Shows the editor's cursor on the element, without a new render for each. */
export function useCursor(element: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const { hover } = editor.topics;
    const show = () => {
      element.current?.style.setProperty('cursor', hover.getSnapshot().cursor);
    };
    show();
    return hover.subscribe(show);
  }, [element, editor]);
}
