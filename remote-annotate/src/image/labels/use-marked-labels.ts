import { useLayoutEffect } from 'react';
import { isLabelled, type Editor, type LabelSet } from '../../editor';
import { markSimilarColors } from './similar-colors';

/**
 * Gives the editor the labels, with dashes for labels of the image's shapes that look alike. The labels are set again only when
 * the image gets or loses a label, because all shapes are then painted again.
 */
export function useMarkedLabels(editor: Editor, labels: LabelSet): void {
  // Layout effects run before the canvas accepts gestures, so that no drawn shape is lost.
  useLayoutEffect(() => {
    let lastIds: ReadonlySet<string> | null = null;
    const update = () => {
      const ids = new Set(editor.document.getShapes().flatMap((shape) => (isLabelled(shape) ? [shape.labelId] : [])));
      if (lastIds?.size === ids.size && [...ids].every((id) => lastIds?.has(id))) return;
      lastIds = ids;
      editor.setLabels(markSimilarColors(labels, ids));
    };
    update();
    return editor.topics.document.subscribe(update);
  }, [editor, labels]);
}
