import { useState } from 'react';
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
  validate?: (values: Values) => FieldErrors<Values>;
  /** Sends the values. With an outdated `version`, the server rejects the write with 409. */
  send: (values: Values, version: number) => Promise<unknown>;
}

export interface FormState<Values> {
  values: Values;
  set: (patch: Partial<Values>) => void;
  errors: FieldErrors<Values>;
  save: () => void;
  canSave: boolean;
}

/**
 * A form on the page of a row. Edited fields are a draft over the current row. Leaving the page asks for
 * confirmation until the draft is saved.
 */
export function useDraftForm<Row extends { version: number }, Values extends object>(
  options: DraftFormOptions<Row, Values>,
): FormState<Values> {
  const { row, toValues, validate, send, ...messages } = options;
  const draft = useDraft(row, toValues);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const write = useWrite({ send: (values: Values) => send(values, draft.version), ...messages });
  const save = async () => {
    const newErrors = validate?.(draft.values) ?? {};
    setErrors(newErrors);
    if (draft.isDirty && Object.values(newErrors).every((error) => error === undefined))
      draft.finishSave(await write.send(draft.values), draft.values);
  };
  return {
    values: draft.values,
    set: draft.set,
    errors,
    save: () => void save(),
    canSave: draft.isDirty && !write.isPending,
  };
}
