import { runMigrations } from 'graphile-worker';
import { Migrator, type Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import { makePool } from './connection';
import { migrations } from './migrations';

/**
 * Brings the database up to date, or as far as a migration, the queue's part too. To be run by one server at a time. Answers
 * the names applied.
 */
export async function migrate<T>(db: Kysely<T>, config: ClientConfig, upTo?: string): Promise<string[]> {
  await migrateQueue(config);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw notUpToDate(failed ?? null, error);
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** The library's own tables, in a schema of their own; its statements are part of its code. */
async function migrateQueue(config: ClientConfig): Promise<void> {
  const pgPool = makePool(config, 1);
  try {
    await runMigrations({ pgPool, schema: 'graphile_worker' });
  } catch (error) {
    throw notUpToDate('the queue', error);
  } finally {
    await pgPool.end();
  }
}

function notUpToDate(at: string | null, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The database could not be brought up to date${at ? ` (at ${at})` : ''}: ${reason}`, { cause: error });
}
