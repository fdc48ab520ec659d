import { useEffect } from 'react';
import type { Editor } from '../../editor';
import { rememberAssistOptions } from '../preferences/user-preferences';

/**
 * Remembers the method, the tolerance and the kind of shape of the tool that finds objects. After the user has drawn a mask or a polygon by
 * hand, the tool creates the same kind of shape, unless boxes are selected.
 */
export function useRememberedOptions(editor: Editor): void {
  useEffect(() => {
    const unsubscribers = [
      editor.topics.assistOptions.subscribe(() => rememberAssistOptions(editor.assistOptions)),
      editor.document.listen(({ origin, cause, changes: [change] }) => {
        if (origin !== 'local' || cause !== 'create' || change?.op !== 'create' || editor.assistOptions.kind === 'object') return;
        const { kind } = change.after;
        if (kind === 'polygon' || kind === 'mask') editor.setAssistOptions({ kind });
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [editor]);
}
