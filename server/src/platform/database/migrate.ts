import { runMigrations } from 'graphile-worker';
import { Migrator, type Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import { createPool } from './connection';
import { migrations } from './migrations';

/**
 * Migrates the database and the job queue to the latest version, or to the migration `upTo`. Only one server at a time may
 * run it. Returns the names of the applied migrations.
 */
export async function migrate<T>(db: Kysely<T>, config: ClientConfig, upTo?: string): Promise<string[]> {
  await migrateQueue(config);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw createMigrationError(failed ?? null, error);
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Migrates the tables of the queue library, which are in a separate schema. Its migrations are part of the library. */
async function migrateQueue(config: ClientConfig): Promise<void> {
  const pgPool = createPool(config, 1);
  try {
    await runMigrations({ pgPool, schema: 'graphile_worker' });
  } catch (error) {
    throw createMigrationError('the queue', error);
  } finally {
    await pgPool.end();
  }
}

function createMigrationError(migrationName: string | null, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The database could not be migrated${migrationName ? ` (at ${migrationName})` : ''}: ${reason}`, {
    cause: error,
  });
}
