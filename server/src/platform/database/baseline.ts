import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import { withClient } from './connection';

/** The last migration whose result `baseline.sql` contains. */
const LAST_MIGRATION = '0113_page_visits';

/** The build copies the file beside the bundle. */
const readBaseline = () => readFileSync(join(__dirname, 'baseline.sql'), 'utf8');

/** Whether the baseline can be used: the database has neither tables nor a job queue, and new tables are created in the schema `public`. */
export async function canLoadBaseline<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ accepts: boolean }>`
    select current_schema() = 'public' and to_regnamespace('graphile_worker') is null
      and not exists (select from pg_class where relnamespace = to_regnamespace('public')) as accepts`.execute(db);
  return rows[0]?.accepts === true;
}

/**
 * Creates the tables of an empty database and of the job queue in one request, which replaces the thousand statements of the first
 * migrations. Returns the names in `migrationNames` that need not run, in order.
 */
export async function createBaseline(config: ClientConfig, migrationNames: readonly string[]): Promise<string[]> {
  const includedMigrations = migrationNames.slice(0, migrationNames.indexOf(LAST_MIGRATION) + 1);
  await withClient(config, async (client) => {
    await client.query('begin');
    await client.query(readBaseline());
    await client.query('insert into public.kysely_migration (name, timestamp) select unnest($1::text[]), $2', [
      includedMigrations,
      new Date().toISOString(),
    ]);
    await client.query('commit');
  });
  return includedMigrations;
}
