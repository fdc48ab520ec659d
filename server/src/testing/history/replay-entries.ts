import type { RowValues } from '../../domain/history/undo/net-changes';
import { META_DATA, omitDerived, toKey, type Entry } from './field-history';

/** The rows of a workspace by table, subject and id, without derived columns. */
export type State = Map<string, RowValues>;

/** Computes the state from entries alone. Keys of the meta data are independent fields. */
export function replay(entries: readonly Entry[]): State {
  const state: State = new Map();
  for (const entry of entries) {
    const key = toKey(entry);
    const row = state.get(key);
    if (entry.operation === 'delete') state.delete(key);
    else if (entry.operation === 'insert') state.set(key, omitDerived(entry.after));
    else if (row) state.set(key, { ...row, ...entry.after, ...replayMetaData(row, entry) });
  }
  return state;
}

function replayMetaData(row: RowValues, { before, after }: Entry): RowValues {
  const [current, oldValues, newValues] = [row[META_DATA], before[META_DATA], after[META_DATA]] as (RowValues | undefined)[];
  if (!oldValues || !newValues) return {};
  const removedKeys = Object.keys(oldValues).filter((key) => !(key in newValues));
  const changedFields = Object.entries(newValues).filter(([key, value]) => oldValues[key] !== value);
  const keptFields = Object.entries(current ?? {}).filter(([key]) => !removedKeys.includes(key));
  return { [META_DATA]: Object.fromEntries([...keptFields, ...changedFields]) };
}
