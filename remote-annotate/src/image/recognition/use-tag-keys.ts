import type { RecognitionTask } from '@console/shared-contract/api';
import type { KeyboardEvent } from 'react';
import { fromKeyboardEvent, toChord } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { findLabelByChord, useLabelKeyActions } from '../keys/use-key-action';
import { useKeymap } from '../keys/user-keymap';
import { useDrawnKind } from '../labels/use-label-keys';
import { toggleLabel } from './state/toggle-label';
import type { Labelling } from './state/use-labelling';

const NO_LABELS = [] as const;

/**
 * Registers the keys of recognition labels. They label the image while neither a drawing tool nor a shape is selected. Returns a key
 * handler for the element that shows the labels, so that the keys always work while this element has the focus.
 */
export function useTagKeys(tasks: readonly RecognitionTask[], labelling: Labelling): (event: KeyboardEvent) => void {
  const { editor } = useScreen();
  const keymap = useKeymap();
  const canAnnotate = useCanAnnotate();
  const isDrawing = useDrawnKind() !== null;
  const hasSelection = useTopic(editor.topics.selection).length > 0;
  const keyByLabelId = new Map(labelling.offeredLabels.map(({ id, key }) => [id, key]));
  const labelsWithKeys = tasks.flatMap((task) => task.labels).map((label) => ({ ...label, key: keyByLabelId.get(label.id) }));
  const canLabelImage = labelling.object === null && !isDrawing && !hasSelection;
  useLabelKeyActions(canLabelImage ? labelsWithKeys : NO_LABELS, (label) => toggleLabel(labelling, label));
  return (event) => {
    const key = fromKeyboardEvent(event.nativeEvent, document.body);
    const chord = key && !key.isHandledByControl && canAnnotate ? toChord(key) : null;
    const label = chord === null || event.repeat ? undefined : findLabelByChord(labelsWithKeys, chord, keymap);
    if (!label) return;
    event.preventDefault();
    toggleLabel(labelling, label);
  };
}
