import { sql } from 'kysely';
import { createEmptyDatabase, type TestDatabase } from '../../testing/database/test-database';
import type { Db } from './connection';
import { migrate } from './migrate';

/** The last migration of the previous release, whose servers run beside those of this release during an upgrade (ADR 0022). */
const PREVIOUS_RELEASE = '0046_trash_in_change_log';
/**
 * Accepted changes, with the reason. If a change breaks servers of the previous release, these servers must be stopped first, and the
 * release notes say so.
 */
const EXEMPTIONS: Record<string, string> = {
  ...Object.fromEntries(
    ['detection_label', 'recognition_label', 'segmentation_label'].map((table) => [
      `${table} has the new restriction ${table}_key: CREATE UNIQUE INDEX ${table}_key ON public.${table} USING btree (workspace_id, key) WHERE (key IS NOT NULL)`,
      'Servers of the previous release never write the key, and the trigger gives their new labels a free one.',
    ]),
  ),
  'training_image has the new restriction training_image_workspace_id_seq_key: UNIQUE (workspace_id, seq) INCLUDE (file_name)':
    'The restriction is the same as before. Its index contains one more column.',
};

interface Restriction {
  table: string;
  name: string;
  definition: string;
  columns: string[];
}

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
}

/** The part of a schema on which the statements of a server depend. */
interface Schema {
  columns: Column[];
  /** Constraints and unique indexes by table, which reject rows. */
  restrictions: Restriction[];
}

// Running all migrations one by one takes long on a busy machine.
jest.setTimeout(120_000);

let database: TestDatabase;
let previousSchema: Schema;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.db, database.options, { upTo: PREVIOUS_RELEASE });
  previousSchema = await readSchema(database.db);
});
afterAll(() => database.drop());

async function readSchema(db: Db): Promise<Schema> {
  const columns = await sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`.execute(db);
  const restrictions = await sql<Restriction>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'u', 'p', 'x')
    union all
    select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid),
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey::int2[]))
    from pg_index i
    join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  return { columns: columns.rows, restrictions: restrictions.rows };
}

/** Describes the changes with which a server of the schema `schemaBefore` cannot work. */
function listBreakingChanges(schemaBefore: Schema, schemaAfter: Schema): string[] {
  const columnsAfter = new Map(schemaAfter.columns.map((column) => [`${column.table}.${column.name}`, column]));
  const columnsBefore = new Map(schemaBefore.columns.map((column) => [`${column.table}.${column.name}`, column]));
  const tablesBefore = new Set(schemaBefore.columns.map(({ table }) => table));
  const restrictionsBefore = new Set(schemaBefore.restrictions.map(({ table, definition }) => `${table} ${definition}`));
  const changes: string[] = [];
  for (const [name, column] of columnsBefore) {
    const columnAfter = columnsAfter.get(name);
    if (!columnAfter) changes.push(`${name} does not exist any more`);
    else if (columnAfter.type !== column.type) changes.push(`${name} changes from ${column.type} to ${columnAfter.type}`);
    else if (columnAfter.isRequired && !column.isRequired) changes.push(`${name} becomes required`);
  }
  for (const [name, column] of columnsAfter)
    if (tablesBefore.has(column.table) && !columnsBefore.has(name) && column.isRequired)
      changes.push(`${name} is new and required, but has no default`);
  for (const { table, name, definition, columns } of schemaAfter.restrictions) {
    // The previous release leaves new columns at their defaults, so a restriction of new columns alone does not concern it.
    const isOnExistingColumn = columns.some((column) => columnsBefore.has(`${table}.${column}`));
    if (isOnExistingColumn && !restrictionsBefore.has(`${table} ${definition}`))
      changes.push(`${table} has the new restriction ${name}: ${definition}`);
  }
  return changes.sort();
}

it('migrations since the previous release leave its servers working', async () => {
  await migrate(database.db, database.options);
  const changes = listBreakingChanges(previousSchema, await readSchema(database.db));
  expect(changes.filter((change) => !(change in EXEMPTIONS))).toEqual([]);
  expect(Object.keys(EXEMPTIONS).filter((change) => !changes.includes(change))).toEqual([]);
});

it.each([
  [
    'alter table workspace rename column name to title',
    ['workspace.name does not exist any more', 'workspace.title is new and required, but has no default'],
  ],
  ['alter table flow alter column name type varchar(80)', ['flow.name changes from text to character varying(80)']],
  ['alter table workspace add column plan text not null', ['workspace.plan is new and required, but has no default']],
  ["alter table workspace add column plan text not null default 'free' check (plan <> '')", []],
  ['alter table workspace add column parent uuid references workspace (id)', []],
  ['create unique index one_name on workspace (name)', [expect.stringContaining('workspace has the new restriction one_name')]],
  ["alter table workspace add constraint has_name check (name <> '')", [expect.stringContaining('the new restriction has_name')]],
  ['drop table deleted_shape cascade', expect.arrayContaining(['deleted_shape.id does not exist any more'])],
  ['create table extra (id uuid primary key, name text not null)', []],
])('detects whether a change breaks the previous release: %s', async (statement, expected) => {
  const schemaBefore = await readSchema(database.db);
  const rolledBack = new Error('rolled back');
  const transaction = database.db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx);
    expect(listBreakingChanges(schemaBefore, await readSchema(trx))).toEqual(expected);
    throw rolledBack;
  });
  await expect(transaction).rejects.toBe(rolledBack);
});
