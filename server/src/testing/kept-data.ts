import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Migrator, sql } from 'kysely';
import type { Db } from '../database/connection';
import { migrations } from '../database/migrations';

/** Of a data folder: where files lie unless they are in a bucket. */
export const FILES_FOLDER = 'files';

/** A line of an archive: how far its database was migrated, a row of it, a file of the data folder, and what was known. */
export type KeptLine =
  { migration: string } | { table: string; row: object } | { file: string; base64: string } | KeptAnswer | { known: KeptFacts };

/** Archives of what a released server has left, made by `keep-data.ts`; they lie beside this file. */
export function readKept(name: string): KeptLine[] {
  const text = gunzipSync(readFileSync(path.join(__dirname, 'kept', name))).toString('utf8');
  return text.split('\n').map((line) => JSON.parse(line) as KeptLine);
}

/** Brings an empty database to where the archive's was, and fills it and the data folder; nothing newer is applied. */
export async function restoreKept(lines: readonly KeptLine[], db: Db, dataDir: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (const line of lines) {
    if ('migration' in line) {
      const { error } = await migrator.migrateTo(line.migration);
      if (error) throw new Error(`The database cannot be brought to ${line.migration}`, { cause: error });
    }
    if ('file' in line) {
      const file = path.join(dataDir, FILES_FOLDER, line.file);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(line.base64, 'base64'));
    }
  }
  await db.connection().execute(async (connection) => {
    // The rows are whole as they are: no order of tables, no trigger that counts them a second time.
    await sql`set session_replication_role = replica`.execute(connection);
    for (const line of lines) {
      if (!('table' in line)) continue;
      // With its schema, for PostgreSQL has a type `point` of its own.
      const table = sql.table(`public.${line.table}`);
      await sql`insert into ${table} overriding system value
        select * from jsonb_populate_record(null::${table}, ${JSON.stringify(line.row)}::jsonb)`.execute(connection);
    }
    await setSequences(connection);
    await sql`set session_replication_role = default`.execute(connection);
  });
}

async function setSequences(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(db);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.ref(column)}), 0) + 1)
      from ${sql.table(table)}`.execute(db);
  }
}

/** What the server of before answered to a GET. */
interface KeptAnswer {
  answer: string;
  body: object;
}
/** What the archive's maker knew of it. */
interface KeptFacts {
  workspace: string;
  email: string;
  password: string;
  refresh: string;
  apiToken: string;
  /** A call that was made with an Idempotency-Key. */
  keyed: { key: string; body: object; answer: { id: string } };
  /** An image job of three items, of which one is done and has the job's label. */
  job: string;
  items: string[];
  done: string;
  label: string;
  /** A piece of work that was to add all other images to it. */
  matching: string;
  /** A job that was completed, whose images were to be verified. */
  completed: string;
  others: string[];
  /** In training, or waiting for it. */
  models: { recognition: string; detection: string };
}

export const keptAnswers = (lines: readonly KeptLine[]): KeptAnswer[] =>
  lines.flatMap((line) => ('answer' in line ? [line] : []));

export function keptFacts(lines: readonly KeptLine[]): KeptFacts {
  const line = lines.find((each) => 'known' in each);
  if (!line || !('known' in line)) throw new Error('The archive does not say what it holds.');
  return line.known;
}
