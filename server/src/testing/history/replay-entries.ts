import type { RowValues } from '../../domain/history/undo/net-changes';
import { META_DATA, omitDerived, toKey, type Entry } from './field-history';

/** The rows of a workspace by table, subject and id, without derived columns. */
export type RowStates = Map<string, RowValues>;

/** Computes the state from entries alone. Keys of the meta data are independent fields. */
export function replayEntries(entries: readonly Entry[]): RowStates {
  const rowStates: RowStates = new Map();
  for (const entry of entries) {
    const key = toKey(entry);
    const row = rowStates.get(key);
    if (entry.operation === 'delete') rowStates.delete(key);
    else if (entry.operation === 'insert') rowStates.set(key, omitDerived(entry.after));
    else if (row) rowStates.set(key, { ...row, ...entry.after, ...replayMetaData(row, entry) });
  }
  return rowStates;
}

function replayMetaData(row: RowValues, { before, after }: Entry): RowValues {
  const [currentValues, oldValues, newValues] = [row[META_DATA], before[META_DATA], after[META_DATA]] as (
    | RowValues
    | undefined
  )[];
  if (!oldValues || !newValues) return {};
  const removedKeys = Object.keys(oldValues).filter((key) => !(key in newValues));
  const changedFields = Object.entries(newValues).filter(([key, value]) => oldValues[key] !== value);
  const keptFields = Object.entries(currentValues ?? {}).filter(([key]) => !removedKeys.includes(key));
  return { [META_DATA]: Object.fromEntries([...keptFields, ...changedFields]) };
}
