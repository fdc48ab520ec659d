import { useEffect } from 'react';
import type { Editor } from '../../editor';
import { getRememberedAssistKind, rememberAssistKind } from '../preferences/user-preferences';

/**
 * Remembers which kind of shape the tool that finds objects creates. After the user has drawn a mask or a polygon, the tool creates
 * the same kind, unless the user chose boxes.
 */
export function useAssistKind(editor: Editor): void {
  useEffect(() => {
    editor.setAssistOptions({ kind: getRememberedAssistKind() });
    const unsubscribers = [
      editor.topics.assistOptions.subscribe(() => rememberAssistKind(editor.assistOptions.kind)),
      editor.document.listen(({ origin, cause, changes: [change] }) => {
        if (origin !== 'local' || cause !== 'create' || change?.op !== 'create' || editor.assistOptions.kind === 'object') return;
        const { kind } = change.after;
        if (kind === 'polygon' || kind === 'mask') editor.setAssistOptions({ kind });
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [editor]);
}
