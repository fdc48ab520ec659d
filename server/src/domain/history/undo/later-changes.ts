import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { listChangedFields } from './inverse';
import type { NetChange, RowValues } from './net-changes';

interface LaterEntry {
  /** Position of the change in the request, from 1. */
  position: number;
  change_set: number;
  undoes: number | null;
  before: RowValues;
  after: RowValues;
}

/**
 * Finds the conflicts of an undo. For each change, returns the fields that a later change has also changed, even if they now have the same
 * value again. Ignores later changes that were undone, and the undos of these changes. `isUndone` is the condition for the entries of the
 * change log that the undo itself reverts.
 */
export async function readLaterFields(
  db: Db,
  changes: readonly NetChange[],
  isUndone: RawBuilder<unknown>,
): Promise<Map<NetChange, Set<string>>> {
  const { rows } = await sql<LaterEntry>`
    select r.position::int as position, c.change_set_id::float8 as change_set, s.undoes::float8 as undoes, c.before, c.after
    from unnest(${changes.map(({ kind }) => kind)}::text[], ${changes.map(({ subject }) => subject)}::text[],
        ${changes.map(({ row }) => row)}::text[], ${changes.map(({ first_entry }) => first_entry)}::bigint[])
        with ordinality r (kind, subject, row, first_entry, position)
      join change c on c.subject_id = r.subject and c.row_id = r.row and c.relation = r.kind and c.id > r.first_entry
      join change_set s on s.id = c.change_set_id
    where c.operation = 'update' and not (${isUndone})
    order by c.id desc`.execute(db);
  const result = new Map(changes.map((change) => [change, new Set<string>()]));
  const undoneFields = new Set<string>();
  for (const { position, change_set, undoes, before, after } of rows)
    for (const field of listChangedFields(before, after)) {
      // The newest entries come first, so an undo of an undo is read before the undo that it cancels.
      if (undoneFields.has(`${position} ${field} ${change_set}`)) continue;
      if (undoes !== null) undoneFields.add(`${position} ${field} ${undoes}`);
      else result.get(changes[position - 1]!)?.add(field);
    }
  return result;
}
