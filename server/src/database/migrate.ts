import { Migrator, type Kysely } from 'kysely';
import { migrations } from './migrations';

/** Brings the database up to date; several servers starting at once wait for one another. Answers the names applied. */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`The database could not be brought up to date${failed ? ` (at ${failed})` : ''}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
