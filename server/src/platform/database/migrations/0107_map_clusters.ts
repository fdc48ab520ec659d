import { sql, type Kysely } from 'kysely';

/** Adds the clusters of the items on a map (ADR 0131). Existing maps are computed again at the next visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table map_layout add column centroids jsonb`.execute(db);
  await sql`alter table map_point add column cluster smallint`.execute(db);
}
