import { Field, Picker } from '@console/shared-ui/basics';
import { useMemo, useState } from 'react';
import type { Label, LabelledShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { labelDialogMessages } from './label-dialog-messages';
import { shapeMessages, selectionMessages } from '../../text/shape-messages';
import { toLabelChoice } from './label-keys';
import { rankChoices } from './label-ranking';
import { useDrawnKind } from './use-label-keys';
import { useLabelSearch } from './use-label-search';
import { useScreen } from '../context/screen-context';

interface LabelSelectProps {
  /** The shapes whose label is changed. They all use the same kind of labels. */
  shapes: readonly LabelledShape[];
  labels: readonly Label[];
}

/** A picker that changes the label of all given shapes. It can be searched, and lists recently used labels first. */
export function LabelSelect({ shapes, labels }: LabelSelectProps) {
  const { editor } = useScreen();
  const lockedIds = useTopic(editor.topics.locked);
  const unlockedShapes = shapes.filter(({ id }) => !lockedIds.has(id));
  const [firstShape] = shapes;
  const kind = firstShape ? editor.kinds.getLabelKind(firstShape.kind) : null;
  const commonLabelId = firstShape && shapes.every(({ labelId }) => labelId === firstShape.labelId) ? firstShape.labelId : null;
  const choices = useMemo(() => labels.map(toLabelChoice), [labels]);
  const isRestricted = firstShape !== undefined && editor.kinds.get(firstShape.kind).fitsLabel !== undefined;
  const fittingChoices = isRestricted
    ? choices.filter(({ value }) => shapes.every((shape) => editor.kinds.fitsLabel(shape, value)))
    : choices;
  const isCommonLabelKnown = commonLabelId !== null && labels.some(({ id }) => id === commonLabelId);
  const isDisabled = editor.isReadOnly || unlockedShapes.length === 0;
  // While a drawing tool is chosen, the key sets the label of new shapes.
  const isDrawing = useDrawnKind() !== null;
  const { containerProps, finish } = useLabelSearch(!isDisabled && !isDrawing);
  // The recently used labels, updated only when the list opens, so that the order does not change while the list is open.
  const [recent, setRecent] = useState<readonly string[]>([]);
  return (
    <Field label={shapeMessages.label} {...containerProps}>
      <Picker
        choices={fittingChoices}
        disabled={isDisabled}
        selected={isCommonLabelKnown ? [commonLabelId] : []}
        placeholder={commonLabelId === null ? selectionMessages.differentLabels : shapeMessages.unknownLabel}
        searchPlaceholder={labelDialogMessages.search}
        noMatchText={labelDialogMessages.noMatch}
        rank={(allChoices, query) => rankChoices(allChoices, query, recent)}
        onOpen={() => setRecent(kind ? editor.listRecentLabels(kind) : [])}
        onSelect={([chosenLabelId]) => {
          if (chosenLabelId === undefined || !kind) return;
          editor.document.relabel(
            unlockedShapes.map(({ id }) => id),
            chosenLabelId,
          );
          editor.rememberLabel(kind, chosenLabelId);
          finish();
        }}
      />
    </Field>
  );
}
