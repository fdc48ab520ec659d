import { runMigrations } from 'graphile-worker';
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import type { ClientConfig } from 'pg';
import { canLoadBaseline, createBaseline } from './baseline';
import { createPool } from './connection';
import { describeLastBackup } from './last-backup';
import { migrations } from './migrations';

interface MigrateOptions {
  /** The last migration to apply. Default: the latest. */
  upTo?: string;
  /** Whether a new database starts with the result of the first migrations. Default: true without `upTo`. */
  usesBaseline?: boolean;
  /** Reports what is done and how long it takes. */
  onProgress?: (line: string) => void;
}

/** The database was migrated by a newer release, whose tables this release does not know. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Migrates the database and the job queue. Only one server at a time may run it. Returns the names of the applied migrations.
 * Throws NewerDatabaseError, without any change, if the database has a migration that this release does not know.
 */
export async function migrate<T>(db: Kysely<T>, config: ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const { upTo, usesBaseline = upTo === undefined, onProgress = () => undefined } = options;
  const appliedNames = await listAppliedMigrations(db);
  refuseNewerDatabase(appliedNames);
  const pendingCount = Object.keys(migrations).length - appliedNames.length;
  // Return early: Kysely would first read the columns of all tables. The worker migrates the tables of the queue when it starts.
  if (upTo === undefined && pendingCount === 0) return [];
  const isUpgrade = appliedNames.length > 0 && pendingCount > 0;
  const startedAt = performance.now();
  if (isUpgrade) {
    onProgress(`Upgrading the database (${formatCount(pendingCount)})`);
    onProgress(`  ${await describeLastBackup(db)}`);
  }
  const includedMigrations =
    usesBaseline && appliedNames.length === 0 && (await canLoadBaseline(db))
      ? await createBaseline(config, listKnownMigrations())
      : [];
  await migrateQueue(config);
  const measuredMigrations = measureMigrations(isUpgrade ? onProgress : () => undefined);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => measuredMigrations } });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) {
    const failedName = results.find((result) => result.status === 'Error')?.migrationName;
    throw createMigrationError(failedName ?? null, error);
  }
  const names = [...includedMigrations, ...results.map((result) => result.migrationName)];
  if (names.length > 0)
    onProgress(
      `${isUpgrade ? 'Upgraded the database' : 'Created the tables'} in ${formatSeconds(startedAt)} (${formatCount(names.length)})`,
    );
  return names;
}

/** Returns the names of the migrations that this release knows. */
export function listKnownMigrations(): readonly string[] {
  return Object.keys(migrations);
}

/** Returns the names of the migrations that the database has. */
export async function listAppliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!tables[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function refuseNewerDatabase(appliedNames: readonly string[]): void {
  const unknownMigrations = appliedNames.filter((name) => !(name in migrations));
  if (unknownMigrations.length === 0) return;
  throw new NewerDatabaseError(
    `This release is older than the database, which was upgraded with ${unknownMigrations.join(', ')}: ` +
      'start the newer release, or restore a backup from before the upgrade.',
  );
}

/** Reports the duration of each migration. All are committed together. */
function measureMigrations(onProgress: (line: string) => void): Record<string, Migration> {
  const toMeasuredMigration = ([name, migration]: [string, Migration]): [string, Migration] => [
    name,
    {
      ...migration,
      up: async (db) => {
        const startedAt = performance.now();
        await migration.up(db);
        onProgress(`  ${name}: ${formatSeconds(startedAt)}`);
      },
    },
  ];
  return Object.fromEntries(Object.entries(migrations).map(toMeasuredMigration));
}

const formatSeconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
const formatCount = (count: number) => (count === 1 ? '1 migration' : `${count} migrations`);

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
