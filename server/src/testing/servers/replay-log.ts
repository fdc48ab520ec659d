import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { DERIVED_COLUMNS, LOGGED_TABLES, type LoggedTable } from '../../platform/database/tables/logged-tables';

type Row = Record<string, unknown>;

interface Entry {
  identity: string;
  operation: 'insert' | 'update' | 'delete';
  after: Row | null;
}

/**
 * Replays the change log of all tables. Returns a line for each difference from the stored rows, and for each inconsistency between change
 * sets and their entries. The result should be empty.
 */
export async function findLogDifferences(db: Db): Promise<string[]> {
  const differences = await findSetDifferences(db);
  for (const table of LOGGED_TABLES) differences.push(...(await findTableDifferences(db, table)));
  return differences;
}

async function findTableDifferences(db: Db, { name, subject = 'id', key = ['id'] }: LoggedTable): Promise<string[]> {
  const replayedRows = new Map<string, { row: Row | null; isComplete: boolean }>();
  for (const { identity, operation, after } of await readEntries(db, name)) {
    const previous = replayedRows.get(identity);
    const isComplete = operation === 'update' ? (previous?.isComplete ?? false) : true;
    replayedRows.set(identity, { row: operation === 'delete' ? null : { ...previous?.row, ...after }, isComplete });
  }
  const rowId = sql.join(
    key.map((column) => sql`t.${sql.ref(column)}::text`),
    sql` || ':' || `,
  );
  const { rows } = await sql<{ identity: string; row: Row }>`
    select t.${sql.ref(subject)}::text || ' ' || ${rowId} as identity, to_jsonb(t) - ${DERIVED_COLUMNS}::text[] as row
    from ${sql.table(`public.${name}`)} t`.execute(db);
  const storedRows = new Map(rows.map(({ identity, row }) => [identity, row]));
  const isSummarized = await hasSummarizedSet(db, name);
  const differences: string[] = [];
  for (const [identity, { row, isComplete }] of replayedRows) {
    const storedRow = storedRows.get(identity);
    if (!row) {
      if (storedRow) differences.push(`${name} ${identity} exists, but its last entry is a deletion`);
    } else if (!storedRow) differences.push(`${name} ${identity} is missing, but its last entry is not a deletion`);
    else
      differences.push(
        ...Object.keys(isComplete ? storedRow : row)
          .filter(
            (column) => !DERIVED_COLUMNS.includes(column) && JSON.stringify(storedRow[column]) !== JSON.stringify(row[column]),
          )
          .map(
            (column) =>
              `${name} ${identity}: ${column} is ${JSON.stringify(storedRow[column])}, replayed ${JSON.stringify(row[column])}`,
          ),
      );
    if (!isComplete && !isSummarized) differences.push(`${name} ${identity} has no entry of its creation`);
  }
  const unloggedRows = [...storedRows.keys()].filter((identity) => !replayedRows.has(identity));
  if (!isSummarized) differences.push(...unloggedRows.map((identity) => `${name} ${identity} has no entries`));
  return differences;
}

/** Entries of one row are in the order of their ids, because a writer holds the lock of the row until it commits. */
async function readEntries(db: Db, relation: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select subject_id || ' ' || row_id as identity, operation, after from change where relation = ${relation} order by id`.execute(
    db,
  );
  return rows;
}

async function hasSummarizedSet(db: Db, relation: string): Promise<boolean> {
  const { rows } = await sql`select 1 from change_set where summarized and ${relation} = any (relations) limit 1`.execute(db);
  return rows.length > 0;
}

async function findSetDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with entries as (
      select change_set_id, jsonb_object_agg(key, n) as counts, array_agg(relation) as relations, min(first) as first, max(last) as last
      from (
        select change_set_id, relation, relation || ' ' || operation as key, count(*) as n, min(created) as first, max(created) as last
        from change group by 1, 2, 3) e
      group by 1)
    select 'entries of the missing set ' || e.change_set_id as line from entries e
      where not exists (select from change_set s where s.id = e.change_set_id)
    union all
    select 'set ' || s.id || ' counts ' || s.counts || ', but has ' || coalesce(e.counts, '{}')
      from change_set s left join entries e on e.change_set_id = s.id where s.counts <> coalesce(e.counts, '{}')
    union all
    select 'set ' || s.id || ' lacks the kind or the time of an entry' from change_set s join entries e on e.change_set_id = s.id
      where not e.relations <@ s.relations or e.first < s.created or e.last > s.finished
    union all
    select 'set ' || s.id || ' has other kinds in change_set_kind' from change_set s
      where (select array_agg(r order by r) from unnest(s.relations) r) is distinct from (
        select array_agg(k.relation order by k.relation) from change_set_kind k where k.set_id = s.id and k.created = s.created)
    union all
    select 'set ' || s.id || ' has no entries' from change_set s
      where not s.summarized and not exists (select from entries e where e.change_set_id = s.id)`.execute(db);
  return rows.map(({ line }) => line);
}
