import { ApiError } from '@console/shared-auth';
import { useUnsavedChanges } from '@console/shared-ui/basics';
import type { WriteResult } from '@console/shared-ui/pages';
import { useState } from 'react';

interface Draft<Row, Values> {
  changes: Partial<Values>;
  /** The row as it was when the first change was made; null once the person knows that it was changed by somebody else. */
  base: Row | null;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What was typed after the values were sent; null: nothing. */
function typedSince<Row, Values extends object>({ changes }: Draft<Row, Values>, sent: Values): Draft<Row, Values> | null {
  const fields = (Object.keys(changes) as (keyof Values)[]).filter((field) => !same(changes[field], sent[field]));
  if (fields.length === 0) return null;
  return { base: null, changes: Object.fromEntries(fields.map((field) => [field, changes[field]])) as Partial<Values> };
}

/**
 * What is typed into the fields of a row lies over the row as it is: what somebody else saves meanwhile is seen in the
 * fields that were left alone.
 */
export function useDraft<Row extends { version: number }, Values extends object>(row: Row, valuesOf: (row: Row) => Values) {
  const [draft, setDraft] = useState<Draft<Row, Values> | null>(null);
  const saved = valuesOf(row);
  const values: Values = { ...saved, ...draft?.changes };
  const isDirty = !same(values, saved);
  useUnsavedChanges(isDirty);
  // A write of other fields, such as the switch beside the form, is no conflict.
  const isStale = draft?.base != null && !same(valuesOf(draft.base), saved);
  return {
    values,
    isDirty,
    /** Goes with the write: an older one than the row's is refused, for somebody has changed what is edited here. */
    version: isStale && draft?.base ? draft.base.version : row.version,
    set: (patch: Partial<Values>) =>
      setDraft((now) => ({ base: now === null ? row : now.base, changes: { ...now?.changes, ...patch } })),
    /**
     * Once the write of `sent` has ended: what was typed while it was on its way stays; what was refused as older is sent
     * again over the row as it is.
     */
    settle: (written: WriteResult<unknown> | null, sent: Values) => {
      if (written?.ok) setDraft((now) => now && typedSince(now, sent));
      else if (written && written.error instanceof ApiError && written.error.status === 409)
        setDraft((now) => now && { ...now, base: null });
    },
  };
}
