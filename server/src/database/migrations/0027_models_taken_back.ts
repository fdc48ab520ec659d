import { sql, type Kysely } from 'kysely';

/** When a model was last taken back in the place of a newer one: what is predicted is predicted by it (ADR 0056). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const domain of ['recognition', 'detection', 'segmentation'])
    await sql`alter table ${sql.table(`${domain}_model`)} add column taken_back timestamptz`.execute(db);
}
