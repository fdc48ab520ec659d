import { pipeline } from 'node:stream/promises';
import { PassThrough, type Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table of the backup with its stored columns in order. */
export interface BackupTable {
  name: string;
  columns: string[];
}

/** Approximate size of one chunk of rows. Each chunk is completely in memory and becomes one entry of the backup. */
const CHUNK_BYTES = 8_000_000;
/** Kysely's tables, which the migrations of the target database fill. */
const KYSELY_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Lists the application's tables and their columns except generated ones. Omits unlogged tables, whose rows expire within a minute.
 * Partitions are not listed, because the parent table contains their rows.
 */
export async function listTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and c.relname <> all ($1::text[])
     group by c.relname order by c.relname`,
    [KYSELY_TABLES],
  );
  return rows;
}

export async function listMigrations(client: ClientBase): Promise<string[]> {
  const migrationTable = await client.query(`select 1 from pg_class where oid = to_regclass('public.kysely_migration')`);
  if (migrationTable.rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map((row) => row.name);
}

/** Reads the rows in PostgreSQL's COPY text format, in chunks of bytes. */
export async function* readTable(client: ClientBase, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  const columnList = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copyStream = client.query(copyTo(`copy (select ${columnList} from public.${client.escapeIdentifier(name)}) to stdout`));
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of copyStream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(chunks);
    [chunks, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** Opens a stream that loads rows in COPY text format into a table. `end` resolves when PostgreSQL has received all rows. */
export function openTable(client: ClientBase, { name, columns }: BackupTable): { input: Writable; end: () => Promise<void> } {
  const columnList = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const input = new PassThrough();
  const copying = pipeline(
    input,
    client.query(copyFrom(`copy public.${client.escapeIdentifier(name)} (${columnList}) from stdin`)),
  );
  copying.catch(() => undefined);
  return {
    input,
    end: () => {
      input.end();
      return copying;
    },
  };
}

/**
 * Runs the work without foreign keys and triggers. Foreign keys would require an order of the tables; triggers would repeat changes that
 * the rows already contain. Afterwards, foreign keys and triggers are restored, and all keys are checked. The account only needs to own the
 * tables.
 */
export async function withoutForeignKeys(client: ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ relation: string; name: string; definition: string }>(
    `select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  const tables = await listTables(client);
  const setTriggers = async (action: 'disable' | 'enable') => {
    for (const { name } of tables)
      await client.query(`alter table public.${client.escapeIdentifier(name)} ${action} trigger user`);
  };
  for (const { relation, name } of rows)
    await client.query(`alter table ${relation} drop constraint ${client.escapeIdentifier(name)}`);
  await setTriggers('disable');
  await work();
  await setTriggers('enable');
  for (const { relation, name, definition } of rows)
    await client.query(`alter table ${relation} add constraint ${client.escapeIdentifier(name)} ${definition}`);
}

/** Reads the last value of each sequence. */
export async function readSequences(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}

export async function setSequences(client: ClientBase, sequences: Record<string, number>): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query(`select setval(format('public.%I', $1::text)::regclass, $2)`, [name, value]);
}

/** Lists the keys of all files that rows refer to, in order, as the current transaction sees them. */
export async function* listFileKeys(client: ClientBase): AsyncGenerator<string> {
  const { rows } = await client.query<{ relation: string; column: string }>(
    `select quote_ident(table_name) as relation, quote_ident(column_name) as column from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_key' and data_type = 'text' and table_name <> 'idempotency_key'`,
  );
  const columnQueries = rows.map(
    ({ relation, column }) => `select ${column} as key from public.${relation} where ${column} is not null`,
  );
  // Deleted shapes that can be restored contain the keys of their crops in JSON.
  const trashQuery = `select (regexp_matches(d::text, '[0-9a-f]{48}\\.[a-z]+', 'g'))[1] as key from public.deleted_shape d`;
  const copyStream = client.query(
    copyTo(`copy (select distinct key from (${[...columnQueries, trashQuery].join(' union all ')}) k order by 1) to stdout`),
  );
  let remainder = '';
  for await (const chunk of copyStream as AsyncIterable<Buffer>) {
    const lines = (remainder + chunk.toString('latin1')).split('\n');
    remainder = lines.pop() ?? '';
    yield* lines;
  }
}
