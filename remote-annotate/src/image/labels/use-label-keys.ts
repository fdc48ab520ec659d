import { shapeKinds } from '../../shape-kinds/kind-registry';
import { rankLabels } from './label-ranking';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useMemo } from 'react';
import { listLabels, type Label, type LabelledKind } from '../../editor';
import { useKeyAction, useLabelKeyActions } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';

const NO_LABELS: readonly Label[] = [];

/** Returns the kind of labels that shapes of the current tool use. Null if these shapes have no labels. */
export function useDrawnKind(): LabelledKind | null {
  const { editor } = useScreen();
  const { chosenTool } = useTopic(editor.topics.tool);
  useTopic(editor.topics.assistOptions);
  const kind = editor.getDrawnKind(chosenTool);
  return kind === null ? null : shapeKinds.getLabelKind(kind);
}

/**
 * Returns the labels of a kind, labels with keys first, then the most recently used labels. The order does not change while an image is
 * open.
 */
export function useRankedLabels(kind: LabelledKind | null): readonly Label[] {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  return useMemo(
    () => (kind === null ? NO_LABELS : rankLabels(listLabels(labels, kind), '', editor.listRecentLabels(kind))),
    [editor, labels, kind],
  );
}

/**
 * Registers the shortcut keys of labels. While a drawing tool is chosen, a key sets the label of new shapes. Otherwise, it sets the label
 * of the selected shapes.
 */
export function useLabelKeys(): void {
  const { editor } = useScreen();
  const drawnKind = useDrawnKind();
  const labels = useTopic(editor.topics.labels);
  useTopic(editor.topics.selection);
  const kind = drawnKind ?? shapeKinds.getCommonLabelKind(editor.selectedShapes);
  useLabelKeyActions(kind === null ? NO_LABELS : listLabels(labels, kind), ({ id }) => {
    if (drawnKind === null) editor.relabelSelected(id);
    else editor.setStickyLabel(drawnKind, id);
  });
  const toggleSticky = (labelledKind: LabelledKind) => () =>
    editor.setStickyLabel(
      labelledKind,
      editor.getStickyLabel(labelledKind) === undefined ? (editor.getLastLabel(labelledKind) ?? null) : null,
    );
  useKeyAction('sticky', drawnKind && toggleSticky(drawnKind));
}
