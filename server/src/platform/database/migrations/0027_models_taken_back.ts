import { sql, type Kysely } from 'kysely';

/** Stores when a user last reverted to this model from a newer one. Predictions then use it (ADR 0056). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const domain of ['recognition', 'detection', 'segmentation'])
    await sql`alter table ${sql.table(`${domain}_model`)} add column taken_back timestamptz`.execute(db);
}
