import { ApiError } from '@console/shared-auth';
import { useState } from 'react';
import type { WriteResult } from '../pages/use-write';
import { useUnsavedChanges } from '../unsaved-changes';

interface Draft<Row, Values> {
  changes: Partial<Values>;
  /** The row at the time of the first change. `null` after a conflict was reported, so that the next save overwrites the row. */
  base: Row | null;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the draft with only the changes made after `sent` was sent, or null if there are none. */
function getLaterChanges<Row, Values extends object>({ changes }: Draft<Row, Values>, sent: Values): Draft<Row, Values> | null {
  const fields = (Object.keys(changes) as (keyof Values)[]).filter((field) => !isEqual(changes[field], sent[field]));
  if (fields.length === 0) return null;
  return { base: null, changes: Object.fromEntries(fields.map((field) => [field, changes[field]])) as Partial<Values> };
}

/**
 * Keeps the edited fields of a row as a draft over the current row.
 * Fields without edits follow changes that other users save. Registers unsaved changes with the page.
 */
export function useDraft<Row extends { version: number }, Values extends object>(row: Row, toValues: (row: Row) => Values) {
  const [draft, setDraft] = useState<Draft<Row, Values> | null>(null);
  const savedValues = toValues(row);
  const values: Values = { ...savedValues, ...draft?.changes };
  const isDirty = !isEqual(values, savedValues);
  useUnsavedChanges(isDirty);
  // It is not a conflict if another part of the page has changed other fields of the row, such as a switch next
  // to the form.
  const isStale = draft?.base != null && !isEqual(toValues(draft.base), savedValues);
  return {
    values,
    isDirty,
    /** Version to send with the write. It is outdated if someone else has changed the edited fields, so that the server rejects the write. */
    version: isStale && draft?.base ? draft.base.version : row.version,
    set: (patch: Partial<Values>) =>
      setDraft((current) => ({ base: current === null ? row : current.base, changes: { ...current?.changes, ...patch } })),
    /**
     * Call it after the write of `sent`. Keeps changes that were made during the write.
     * After a conflict (409), the next save overwrites the current row.
     */
    finishSave: (result: WriteResult<unknown> | null, sent: Values) => {
      if (result?.ok) setDraft((current) => current && getLaterChanges(current, sent));
      else if (result && result.error instanceof ApiError && result.error.status === 409)
        setDraft((current) => current && { ...current, base: null });
    },
  };
}
