import { productEditor } from '../../shape-kinds/product-editor';
import { productShapes } from '../../shape-kinds/product-shapes';
import { rankLabels, LABELS_BY_DIGIT } from '../labels/label-ranking';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useMemo } from 'react';
import type { Label, LabelledKind } from '../../editor';
import { useKeyActions } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';

/** The labels that shapes of the current tool use, or null if they have no labels. */
export function useDrawnKind(): LabelledKind | null {
  const { editor } = useScreen();
  const { chosen } = useTopic(editor.topics.tool);
  const drawing = productEditor.tools.find(({ id }) => id === chosen);
  return drawing ? productShapes.getLabelKind(drawing.kind) : null;
}

/**
 * The labels of a kind, most recently used first. Their order stays fixed while an image is open, so that a digit always means
 * the same label.
 */
export function useRankedLabels(kind: LabelledKind | null): readonly Label[] {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  return useMemo(
    () => (kind === null ? [] : rankLabels(labels[kind], '', editor.listRecentLabels(kind))),
    [editor, labels, kind],
  );
}

/** Digit keys set the label of the selection or of new shapes. The same digit again clears the label for new shapes. */
export function useLabelKeys(): void {
  const { editor } = useScreen();
  const drawnKind = useDrawnKind();
  useTopic(editor.topics.selection);
  const [selected] = editor.selectedShapes;
  const kind = selected ? productShapes.getLabelKind(selected.kind) : null;
  const labels = useRankedLabels(drawnKind ?? kind);
  const applyLabel = (label: Label) => () => {
    if (drawnKind === null) editor.relabelSelected(label.id);
    else editor.setStickyLabel(drawnKind, editor.getStickyLabel(drawnKind) === label.id ? null : label.id);
  };
  const toggleSticky = (labelledKind: LabelledKind) => () =>
    editor.setStickyLabel(
      labelledKind,
      editor.getStickyLabel(labelledKind) === undefined ? (editor.getLastLabel(labelledKind) ?? null) : null,
    );
  useKeyActions({
    ...Object.fromEntries(labels.slice(0, LABELS_BY_DIGIT).map((label, index) => [`label-${index + 1}`, applyLabel(label)])),
    sticky: drawnKind && toggleSticky(drawnKind),
  });
}
