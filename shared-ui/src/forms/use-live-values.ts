import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { getFieldLabel, type FieldLabels } from '../merge/field-labels';
import { isEqual, mergeEdits, resolveConflict, startEdits, type Edits } from '../merge/merge-edits';
import type { FormMerge } from '../merge/merge-bar';

const KEEP_STATE = { keepErrors: true, keepTouched: true, keepIsSubmitted: true, keepSubmitCount: true };

/** Sets the values of a form. `saved` becomes the default values, so that fields with different values are dirty. */
function showValues<Values extends FieldValues>(form: UseFormReturn<Values>, values: Values, saved: Values): void {
  form.reset(saved, KEEP_STATE);
  for (const field of Object.keys(values) as Path<Values>[])
    if (!isEqual(values[field], saved[field]))
      form.setValue(field, values[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
}

interface LiveValuesOptions<Values> {
  labels: FieldLabels<Values> | undefined;
  /** Names of rows by their ids, for values that are ids. */
  names: ReadonlyMap<string, string> | undefined;
  /** Values of the last submit. The server may have stored some of them although the submit failed. */
  sentValues: Values | undefined;
}

/** Merges changes of the saved values into an open form. Fields that the user has not edited get the new saved values. */
export function useLiveValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  savedValues: Values,
  { labels, names, sentValues }: LiveValuesOptions<Values>,
): FormMerge {
  const [{ opened, base }, setEdits] = useState<Pick<Edits<Values>, 'opened' | 'base'>>(() => startEdits(savedValues));
  const firstChoice = useRef<HTMLButtonElement>(null);
  const hasChanged = !isEqual(opened, savedValues);
  // Watch the form only after the saved values have changed. Otherwise, each key press would render the dialog again.
  const values = hasChanged ? form.watch() : form.getValues();
  const { conflicts, adopted } = mergeEdits({ opened, base, values, sentValues }, savedValues);
  const savedKey = JSON.stringify(savedValues);
  const latest = useRef({ form, saved: savedValues, edits: { opened, base, sentValues } });
  useLayoutEffect(() => {
    latest.current = { form, saved: savedValues, edits: { opened, base, sentValues } };
  });
  useLayoutEffect(() => {
    const { edits, saved: latestSavedValues } = latest.current;
    if (isEqual(edits.base, latestSavedValues) && isEqual(edits.opened, latestSavedValues)) return;
    const mergedEdits = mergeEdits({ ...edits, values: latest.current.form.getValues() }, latestSavedValues);
    showValues(latest.current.form, mergedEdits.values, latestSavedValues);
    setEdits({ opened: edits.opened, base: mergedEdits.base });
  }, [savedKey]);
  return {
    conflicts: conflicts.map((field) => ({ field, label: getFieldLabel(labels, field), saved: savedValues[field] as unknown })),
    adopted: adopted.map((field) => getFieldLabel(labels, field)),
    names,
    resolve: (field, choice) => {
      const resolved = resolveConflict(
        { opened, base, values: form.getValues() },
        savedValues,
        field as keyof Values & string,
        choice,
      );
      showValues(form, resolved.values, savedValues);
      setEdits({ opened, base: resolved.base });
    },
    firstChoice,
  };
}
