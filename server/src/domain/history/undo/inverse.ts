import type { ConflictingField } from '@console/shared-contract/api';
import { isDeepStrictEqual } from 'node:util';
import { DERIVED_COLUMNS } from '../../../platform/database/tables/logged-tables';
import type { NetChange, RowValues } from './net-changes';

/** Columns whose keys users edit independently, so that undo treats each key as a field. */
const KEYED_COLUMNS: readonly string[] = ['meta_data', 'attributes'];

/** Columns that describe one geometry: a later change of one of them is a later change of both. */
const GEOMETRY: readonly string[] = ['data', 'rotated_box'];

export interface Inverse {
  /** The values to write, without fields that are in conflict. */
  values: RowValues;
  /** Fields that were changed again later. */
  conflicts: ConflictingField[];
}

/**
 * Returns the values that a changed row gets by undo. A field that was changed again later is a conflict, or is overwritten: it is
 * one of `laterFields`, or has neither its value before nor its value after the change.
 */
export function invertUpdate(
  { before, after }: Pick<NetChange, 'before' | 'after'>,
  current: RowValues,
  { overwrite, laterFields }: { overwrite: boolean; laterFields: ReadonlySet<string> },
): Inverse {
  const columns = listChangedColumns(before, after);
  // Two rotated boxes can have the same upright box. Without its old value, a later one cannot be overwritten.
  const isIncomplete = columns.includes('rotated_box') && !columns.includes('data') && laterFields.has('data');
  const isUnchangedSince = (field: string, to: unknown, now: unknown) =>
    (overwrite && !(isIncomplete && field === 'rotated_box')) || (!laterFields.has(field) && isDeepStrictEqual(now, to));
  const inverse: Inverse = { values: {}, conflicts: [] };
  for (const column of columns) {
    const [from, to, now] = [before[column], after[column], current[column]];
    if (KEYED_COLUMNS.includes(column) && isObject(from) && isObject(to) && isObject(now)) {
      const keys = invertKeys(column, { from, to, now }, isUnchangedSince);
      if (!isDeepStrictEqual(keys.values, now)) inverse.values[column] = keys.values;
      inverse.conflicts.push(...keys.conflicts);
    } else if (isDeepStrictEqual(now, from)) continue;
    else if (isUnchangedSince(column, to, now)) inverse.values[column] = from ?? null;
    else inverse.conflicts.push({ field: column, before: from ?? null, after: to ?? null, current: now ?? null });
  }
  return inverse;
}

/** Returns the fields of a row that differ from its logged state, apart from those that the server derives. */
export function listDifferences(logged: RowValues, current: RowValues): ConflictingField[] {
  return Object.keys(logged)
    .filter((column) => column in current && !isDerived(column) && !isDeepStrictEqual(logged[column], current[column]))
    .map((field) => ({ field, before: null, after: logged[field] ?? null, current: current[field] ?? null }));
}

/** Returns the names of the changed fields of an entry. Keys of metadata and attributes are fields of their own. */
export function listChangedFields(before: RowValues, after: RowValues): string[] {
  const columns = listChangedColumns(before, after);
  const withGeometry = columns.some((column) => GEOMETRY.includes(column)) ? [...new Set([...columns, ...GEOMETRY])] : columns;
  return withGeometry.flatMap((column) => {
    const [from, to] = [before[column], after[column]];
    if (!KEYED_COLUMNS.includes(column) || !isObject(from) || !isObject(to)) return [column];
    return listChangedColumns(from, to).map((key) => toKeyField(column, key));
  });
}

const toKeyField = (column: string, key: string) => `${column}.${key}`;

function invertKeys(
  column: string,
  { from: before, to: after, now: current }: { from: RowValues; to: RowValues; now: RowValues },
  isUnchangedSince: (field: string, to: unknown, now: unknown) => boolean,
): Inverse {
  const values = { ...current };
  const conflicts: ConflictingField[] = [];
  for (const key of listChangedColumns(before, after)) {
    const [from, to, now] = [before[key], after[key], current[key]];
    if (isDeepStrictEqual(now, from)) continue;
    if (!isUnchangedSince(toKeyField(column, key), to, now))
      conflicts.push({ field: toKeyField(column, key), before: from ?? null, after: to ?? null, current: now ?? null });
    else if (from === undefined) delete values[key];
    else values[key] = from;
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
