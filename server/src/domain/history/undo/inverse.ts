import type { ConflictingField } from '@console/shared-contract/api';
import { isDeepStrictEqual } from 'node:util';
import { DERIVED_COLUMNS } from '../../../platform/database/tables/logged-tables';
import type { NetChange, RowValues } from './net-changes';

/** Columns whose keys users edit independently, so that undo treats each key as a field. */
const KEYED_COLUMNS: readonly string[] = ['meta_data', 'attributes'];

/** Columns that describe the same geometry. If a later change concerns one of them, it concerns both. */
const GEOMETRY_COLUMNS: readonly string[] = ['data', 'rotated_box'];

export interface Inverse {
  /** The values to write, without fields that are in conflict. */
  values: RowValues;
  /** Fields that were changed again later. */
  conflicts: ConflictingField[];
}

/**
 * Returns the values that a changed row gets by undo. A field is a conflict if it was changed again later, unless `overwrite` is set. This
 * is the case if `laterFields` contains the field, or if its current value is neither the value before nor the value after the change.
 */
export function invertUpdate(
  { before, after }: Pick<NetChange, 'before' | 'after'>,
  currentValues: RowValues,
  { overwrite, laterFields }: { overwrite: boolean; laterFields: ReadonlySet<string> },
): Inverse {
  const columns = listChangedColumns(before, after);
  // Two rotated boxes can have the same upright box `data`. A change can therefore contain `rotated_box` without `data`. If `data` was
  // changed later, restoring `rotated_box` alone would combine it with the wrong upright box, even with `overwrite`.
  const isIncomplete = columns.includes('rotated_box') && !columns.includes('data') && laterFields.has('data');
  const canRestore = (field: string, newValue: unknown, currentValue: unknown) =>
    (overwrite && !(isIncomplete && field === 'rotated_box')) ||
    (!laterFields.has(field) && isDeepStrictEqual(currentValue, newValue));
  const inverse: Inverse = { values: {}, conflicts: [] };
  for (const column of columns) {
    const [oldValue, newValue, currentValue] = [before[column], after[column], currentValues[column]];
    if (KEYED_COLUMNS.includes(column) && isObject(oldValue) && isObject(newValue) && isObject(currentValue)) {
      const keyInverse = invertKeys(column, { before: oldValue, after: newValue, current: currentValue }, canRestore);
      if (!isDeepStrictEqual(keyInverse.values, currentValue)) inverse.values[column] = keyInverse.values;
      inverse.conflicts.push(...keyInverse.conflicts);
    } else if (isDeepStrictEqual(currentValue, oldValue)) continue;
    else if (canRestore(column, newValue, currentValue)) inverse.values[column] = oldValue ?? null;
    else
      inverse.conflicts.push({ field: column, before: oldValue ?? null, after: newValue ?? null, current: currentValue ?? null });
  }
  return inverse;
}

/** Returns the fields of a row that differ from its logged state, except fields that the server derives. */
export function listDifferences(loggedValues: RowValues, currentValues: RowValues): ConflictingField[] {
  return Object.keys(loggedValues)
    .filter(
      (column) =>
        column in currentValues && !isDerived(column) && !isDeepStrictEqual(loggedValues[column], currentValues[column]),
    )
    .map((field) => ({ field, before: null, after: loggedValues[field] ?? null, current: currentValues[field] ?? null }));
}

/** Returns the names of the changed fields of an entry. Keys of metadata and attributes are fields of their own. */
export function listChangedFields(before: RowValues, after: RowValues): string[] {
  const columns = listChangedColumns(before, after);
  const fields = columns.some((column) => GEOMETRY_COLUMNS.includes(column))
    ? [...new Set([...columns, ...GEOMETRY_COLUMNS])]
    : columns;
  return fields.flatMap((column) => {
    const [oldValue, newValue] = [before[column], after[column]];
    if (!KEYED_COLUMNS.includes(column) || !isObject(oldValue) || !isObject(newValue)) return [column];
    return listChangedColumns(oldValue, newValue).map((key) => toKeyField(column, key));
  });
}

const toKeyField = (column: string, key: string) => `${column}.${key}`;

function invertKeys(
  column: string,
  { before, after, current }: { before: RowValues; after: RowValues; current: RowValues },
  canRestore: (field: string, newValue: unknown, currentValue: unknown) => boolean,
): Inverse {
  const values = { ...current };
  const conflicts: ConflictingField[] = [];
  for (const key of listChangedColumns(before, after)) {
    const [oldValue, newValue, currentValue] = [before[key], after[key], current[key]];
    if (isDeepStrictEqual(currentValue, oldValue)) continue;
    if (!canRestore(toKeyField(column, key), newValue, currentValue))
      conflicts.push({
        field: toKeyField(column, key),
        before: oldValue ?? null,
        after: newValue ?? null,
        current: currentValue ?? null,
      });
    else if (oldValue === undefined) delete values[key];
    else values[key] = oldValue;
  }
  return { values, conflicts };
}

function listChangedColumns(before: RowValues, after: RowValues): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (column) => !isDerived(column) && !isDeepStrictEqual(before[column], after[column]),
  );
}

const isDerived = (column: string) => DERIVED_COLUMNS.includes(column);
const isObject = (value: unknown): value is RowValues => typeof value === 'object' && value !== null && !Array.isArray(value);
