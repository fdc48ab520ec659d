import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Migrator, sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { migrations } from '../../platform/database/migrations';

/** Subfolder of the data folder that contains uploaded files. */
export const FILES_FOLDER = 'files';

/** A line of an archive: the last migration, a row, a file of the data folder, a recorded response, or known facts. */
export type ArchiveLine =
  | { migration: string }
  | { table: string; row: object }
  | { file: string; base64: string }
  | ArchivedResponse
  | { known: ArchiveFacts };

/** Reads an archive of the data of a released server. `create-data-archive.ts` creates these archives. */
export function readArchive(name: string): ArchiveLine[] {
  const text = gunzipSync(readFileSync(path.join(__dirname, 'archives', name))).toString('utf8');
  return text.split('\n').map((line) => JSON.parse(line) as ArchiveLine);
}

/** Migrates an empty database to the version of the archive, and restores rows and files. Applies no newer migrations. */
export async function restoreArchive(lines: readonly ArchiveLine[], db: Db, dataDir: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (const line of lines) {
    if ('migration' in line) {
      const { error } = await migrator.migrateTo(line.migration);
      if (error) throw new Error(`The database cannot be migrated to ${line.migration}`, { cause: error });
    }
    if ('file' in line) {
      const file = path.join(dataDir, FILES_FOLDER, line.file);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(line.base64, 'base64'));
    }
  }
  await db.connection().execute(async (connection) => {
    // Disable triggers and foreign keys: the rows are complete, and the order of tables must not matter.
    await sql`set session_replication_role = replica`.execute(connection);
    for (const line of lines) {
      if (!('table' in line)) continue;
      // Qualify with the schema, because PostgreSQL has a built-in type `point`.
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

/** A response to a GET request, recorded on the server whose data was archived. */
interface ArchivedResponse {
  answer: string;
  body: object;
}
/** Facts about the archived data that the tests need. */
interface ArchiveFacts {
  workspace: string;
  email: string;
  password: string;
  refresh: string;
  apiToken: string;
  /** A call with an Idempotency-Key and its response. */
  keyed: { key: string; body: object; answer: { id: string } };
  /** An image job with three items. One is done and has the job's label. */
  job: string;
  items: string[];
  done: string;
  label: string;
  /** Background work that adds all other images to the job. */
  matching: string;
  /** A completed job whose images are not verified yet. */
  completed: string;
  others: string[];
  /** Models in training or waiting for it. */
  models: { recognition: string; detection: string };
}

export const listArchivedResponses = (lines: readonly ArchiveLine[]): ArchivedResponse[] =>
  lines.flatMap((line) => ('answer' in line ? [line] : []));

export function getArchiveFacts(lines: readonly ArchiveLine[]): ArchiveFacts {
  const line = lines.find((candidate) => 'known' in candidate);
  if (!line || !('known' in line)) throw new Error('The archive contains no facts.');
  return line.known;
}
