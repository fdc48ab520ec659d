import { useRef, useState } from 'react';
import { getFieldLabel, type FieldLabels } from '../merge/field-labels';
import { isEqual, mergeEdits, resolveConflict, startEdits, type Edits } from '../merge/merge-edits';
import type { FormMerge } from '../merge/merge-bar';
import type { WriteResult } from '../pages/use-write';
import { useUnsavedChanges } from '../unsaved-changes';

/**
 * State of the fields of a row that the user edits. Fields that the user has not edited follow changes that other users save. A dialog asks
 * before unsaved changes are lost.
 */
export function useDraft<Row, Values extends object>(
  row: Row,
  toValues: (row: Row) => Values,
  labels: FieldLabels<Values> | undefined,
) {
  const [edits, setEdits] = useState<Edits<Values> | null>(null);
  const firstChoice = useRef<HTMLButtonElement>(null);
  const savedValues = toValues(row);
  const { values, conflicts, adopted } = mergeEdits(edits ?? startEdits(savedValues), savedValues);
  const isDirty = !isEqual(values, savedValues);
  useUnsavedChanges(isDirty);
  const merge: FormMerge = {
    conflicts: conflicts.map((field) => ({ field, label: getFieldLabel(labels, field), saved: savedValues[field] })),
    adopted: isDirty ? adopted.map((field) => getFieldLabel(labels, field)) : [],
    resolve: (field, choice) =>
      setEdits(
        (current) =>
          current && resolveConflict(mergeEdits(current, savedValues), savedValues, field as keyof Values & string, choice),
      ),
    firstChoice,
  };
  return {
    values,
    isDirty,
    merge,
    set: (patch: Partial<Values>) =>
      setEdits((current) => {
        const mergedEdits = mergeEdits(current ?? startEdits(savedValues), savedValues);
        return { ...mergedEdits, values: { ...mergedEdits.values, ...patch } };
      }),
    /** Call this after `sentValues` were saved. Changes that the user made while saving remain unsaved. */
    finishSave: (result: WriteResult<unknown> | null, sentValues: Values) => {
      if (!result?.ok) return;
      setEdits((currentEdits) => {
        if (currentEdits === null) return null;
        // Fields that the user has not edited may be outdated, so merge the edits with the saved values.
        const { values: currentValues } = mergeEdits(currentEdits, savedValues);
        return isEqual(currentValues, sentValues) ? null : { ...startEdits(savedValues), values: currentValues, sentValues };
      });
    },
  };
}
