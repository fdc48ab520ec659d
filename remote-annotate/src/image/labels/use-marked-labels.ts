import { useLayoutEffect } from 'react';
import { isLabelled, type Editor, type LabelSet } from '../../editor';
import { markSimilarColors } from './similar-colors';

/**
 * Passes the labels to the editor, with different dashes for labels of the image whose colours look alike. Repeats this only when the first
 * shape of a label is added or the last one removed, because it repaints all shapes.
 */
export function useMarkedLabels(editor: Editor, labels: LabelSet): void {
  // Use a layout effect, so that the editor has its labels before the user can draw a shape.
  useLayoutEffect(() => {
    let previousLabelIds: ReadonlySet<string> | null = null;
    const updateLabels = () => {
      const labelIds = new Set(editor.document.getShapes().flatMap((shape) => (isLabelled(shape) ? [shape.labelId] : [])));
      if (previousLabelIds?.size === labelIds.size && [...labelIds].every((id) => previousLabelIds?.has(id))) return;
      previousLabelIds = labelIds;
      editor.setLabels(markSimilarColors(labels, labelIds));
    };
    updateLabels();
    return editor.topics.document.subscribe(updateLabels);
  }, [editor, labels]);
}
