import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Editor } from '../../editor';

/** Selects the object that the address names, `?object=`, as soon as it is there. */
export function useObjectInAddress(editor: Editor): void {
  const [params] = useSearchParams();
  const wanted = params.get('object');
  useEffect(() => {
    if (wanted === null) return undefined;
    const find = (): boolean => {
      const shape = editor.document.byServerId(wanted);
      if (!shape) return false;
      editor.select(shape.id);
      editor.reveal(shape.id);
      return true;
    };
    if (find()) return undefined;
    const end = editor.document.listen(() => {
      if (find()) end();
    });
    return end;
  }, [editor, wanted]);
}
