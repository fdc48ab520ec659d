import { sql, type Kysely } from 'kysely';

/** Stores when a user last reverted from a newer model to this model. Predictions then use this model (ADR 0056). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const domain of ['recognition', 'detection', 'segmentation'])
    await sql`alter table ${sql.table(`${domain}_model`)} add column taken_back timestamptz`.execute(db);
}
