import type { RowReference } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { LOGGED_TABLES } from '../../../platform/database/tables/logged-tables';

export type RowValues = Record<string, unknown>;

/** The total change of one row by all selected entries of the change log. */
export interface NetChange extends RowReference {
  /** Number of the change within its undo. */
  n: number;
  effect: 'created' | 'changed' | 'deleted';
  /** The row before its deletion, or the previous values of the changed columns. */
  before: RowValues;
  /** The created row, or the new values of the changed columns. */
  after: RowValues;
  /** Id of the oldest entry, as text, because it is a bigint. */
  first_entry: string;
}

/** Kinds whose rows are identified by their id alone. */
const KINDS_WITH_ID = LOGGED_TABLES.filter(({ key }) => key === undefined).map(({ name }) => name);

/** SQL of the order in which other writers lock the rows of a table, so that an undo and another writer do not deadlock. */
const lockOrder = sql`kind, (case when kind = any(${KINDS_WITH_ID}::text[]) then row else subject end) collate "C", row collate "C"`;

/**
 * SQL of the net changes (total changes of each row) by the entries `c` that meet the condition `entries`. Rows without a net change are
 * omitted.
 */
export const selectNetChanges = (entries: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select row_number() over (order by ${lockOrder})::int as n, kind, subject, row, before, after, first_entry,
    case when first = 'insert' then 'created' when last = 'delete' then 'deleted' else 'changed' end as effect
  from (
    select c.relation as kind, c.subject_id as subject, c.row_id as row, min(c.id) as first_entry,
      (array_agg(c.operation order by c.id))[1] as first, (array_agg(c.operation order by c.id desc))[1] as last,
      merge_jsonb(c.before order by c.id desc) as before, merge_jsonb(c.after order by c.id) as after
    from change c where ${entries} group by 1, 2, 3
  ) r
  where not (first = 'insert' and last = 'delete')`;

/** Returns the values of the columns that identify the row of a change. */
export function getIdentity({ kind, subject, row }: RowReference): RowValues {
  const table = LOGGED_TABLES.find(({ name }) => name === kind);
  const { subject: subjectColumn = 'id', key = ['id'] } = table ?? {};
  if (key[0] === 'id') return { id: row };
  const values = row.split(':');
  return { [subjectColumn]: subject, ...Object.fromEntries(key.map((column, index) => [column, values[index]])) };
}
