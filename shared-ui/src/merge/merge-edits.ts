/** The user's edits of a row in a form. Other users can change the same row at the same time. */
export interface Edits<Values extends object> {
  /** Saved values when the user started to edit. */
  opened: Values;
  /** The saved values that the form has last shown. A field counts as edited if its value in the form differs from its value in `base`. */
  base: Values;
  /** Values of the form. */
  values: Values;
  /** Values of the user's last save, so that they do not count as changes by another user. */
  sentValues?: Values;
}

export interface MergedEdits<Values extends object> extends Edits<Values> {
  /** Fields that both the user and another user have changed. The user has to choose a value. */
  conflicts: readonly (keyof Values & string)[];
  /** Fields that only another user has changed. They have the saved value. */
  adopted: readonly (keyof Values & string)[];
}

/** Compares JSON values. Ignores the order of keys, because the database does not store it. */
export const isEqual = (a: unknown, b: unknown) => JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys);

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function startEdits<Values extends object>(saved: Values): Edits<Values> {
  return { opened: saved, base: saved, values: saved };
}

/** Merges edits with the saved values, field by field. Fields without edits follow the saved values. */
export function mergeEdits<Values extends object>(edits: Edits<Values>, savedValues: Values): MergedEdits<Values> {
  const base = { ...savedValues };
  const values = { ...savedValues };
  const conflicts: (keyof Values & string)[] = [];
  const adoptedFields: (keyof Values & string)[] = [];
  for (const field of listFields(savedValues, edits.base, edits.values)) {
    const isEdited = !isEqual(edits.values[field], edits.base[field]);
    const isOwnSave = edits.sentValues !== undefined && isEqual(edits.sentValues[field], savedValues[field]);
    if (isEdited && !isEqual(edits.values[field], savedValues[field])) {
      setField(values, field, edits.values);
      if (isOwnSave || isEqual(edits.base[field], savedValues[field])) continue;
      setField(base, field, edits.base);
      conflicts.push(field);
    } else if (!isEdited && !isOwnSave && !isEqual(edits.opened[field], savedValues[field])) adoptedFields.push(field);
  }
  return { ...edits, base, values, conflicts, adopted: adoptedFields };
}

/** Resolves the conflict of a field with the user's value or with the saved value. */
export function resolveConflict<Values extends object>(
  edits: Edits<Values>,
  savedValues: Values,
  field: keyof Values & string,
  choice: 'mine' | 'theirs',
): Edits<Values> {
  const base = { ...edits.base };
  const values = { ...edits.values };
  setField(base, field, savedValues);
  if (choice === 'theirs') setField(values, field, savedValues);
  return { ...edits, base, values };
}

function listFields<Values extends object>(...records: readonly Values[]): (keyof Values & string)[] {
  return [...new Set(records.flatMap((values) => Object.keys(values)))] as (keyof Values & string)[];
}

/** Copies a field from `source` to `target`. If the field is missing in `source`, deletes it. */
function setField<Values extends object>(target: Values, field: keyof Values & string, source: Values): void {
  if (field in source) target[field] = source[field];
  else delete target[field];
}
