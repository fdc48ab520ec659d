import type { ChangedKind, RowReference } from '@console/shared-contract/api';
import type { NetChange } from './net-changes';
import type { TableCatalog } from './table-catalog';

/**
 * Reduces changes to the given rows. With a deleted row, the rows that were deleted with it remain as well, such as the shapes of
 * an image.
 */
export function selectRows(catalog: TableCatalog, changes: Map<ChangedKind, NetChange[]>, rows: readonly RowReference[]): void {
  const toKey = ({ kind, subject, row }: RowReference) => `${kind} ${subject} ${row}`;
  const requested = new Set(rows.map(toKey));
  const restoredIds = new Set<string>();
  // Parents come before their children in the catalog.
  for (const { name, foreignKeys } of catalog.values()) {
    const owners = foreignKeys.filter(({ isClearedOnDelete }) => !isClearedOnDelete);
    const selected = (changes.get(name) ?? []).filter((change) => {
      const isOwnerRestored = owners.some(({ column, table }) => restoredIds.has(`${table} ${String(change.before[column])}`));
      return requested.has(toKey(change)) || (change.effect === 'deleted' && isOwnerRestored);
    });
    changes.set(name, selected);
    for (const { effect, row } of selected) if (effect === 'deleted') restoredIds.add(`${name} ${row}`);
  }
}
