import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Editor } from '../../editor';

/** Selects the object that the URL names in `?object=`, as soon as the object is loaded. */
export function useSelectObjectFromUrl(editor: Editor): void {
  const [params] = useSearchParams();
  const objectId = params.get('object');
  useEffect(() => {
    if (objectId === null) return undefined;
    const selectObject = (): boolean => {
      const shape = editor.document.findByServerId(objectId);
      if (!shape) return false;
      editor.select(shape.id);
      editor.reveal(shape.id);
      return true;
    };
    if (selectObject()) return undefined;
    const unsubscribe = editor.document.listen(() => {
      if (selectObject()) unsubscribe();
    });
    return unsubscribe;
  }, [editor, objectId]);
}
