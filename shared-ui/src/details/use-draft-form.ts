import { useState } from 'react';
import { mergeMessages } from '../merge/merge-messages';
import type { FieldLabels } from '../merge/field-labels';
import type { FormMerge } from '../merge/merge-bar';
import { useWrite, type WriteOptions } from '../pages/use-write';
import { useDraft } from './use-draft';

/** Error messages of fields. */
export type FieldErrors<Values> = Partial<Record<keyof Values, string>>;

export interface DraftFormOptions<Row, Values> extends Pick<
  WriteOptions<Values, unknown>,
  'success' | 'failure' | 'reasons' | 'changes'
> {
  row: Row;
  toValues: (row: Row) => Values;
  /** Labels of the fields, for messages about changes of other users. */
  labels?: FieldLabels<Values>;
  validate?: (values: Values) => FieldErrors<Values>;
  /**
   * Sends the values. `version` is the version of the row into which the values were merged. If this version is outdated, the server
   * responds with 409.
   */
  send: (values: Values, version: number) => Promise<unknown>;
}

export interface FormState<Values> {
  values: Values;
  set: (patch: Partial<Values>) => void;
  errors: FieldErrors<Values>;
  save: () => void;
  canSave: boolean;
  merge: FormMerge;
}

/**
 * State of a form on the page of a row. Fields that the user has not edited show the current values of the row. A dialog asks before
 * unsaved edits are lost. If another user has changed an edited field, the user must choose one of the values before saving.
 */
export function useDraftForm<Row extends { version: number }, Values extends object>(
  options: DraftFormOptions<Row, Values>,
): FormState<Values> {
  const { row, toValues, labels, validate, send, reasons, ...messages } = options;
  const draft = useDraft(row, toValues, labels);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const write = useWrite({
    // The values have been merged into this row, so send its version.
    send: (values: Values) => send(values, row.version),
    reasons: { 409: mergeMessages.stale, ...reasons },
    ...messages,
  });
  const save = async () => {
    const newErrors = validate?.(draft.values) ?? {};
    setErrors(newErrors);
    if (!draft.isDirty || Object.values(newErrors).some((error) => error !== undefined)) return;
    if (draft.merge.conflicts.length > 0) draft.merge.firstChoice.current?.focus();
    else draft.finishSave(await write.send(draft.values), draft.values);
  };
  return {
    values: draft.values,
    set: draft.set,
    errors,
    save: () => void save(),
    canSave: draft.isDirty && !write.isPending,
    merge: draft.merge,
  };
}
