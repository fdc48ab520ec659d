import { sql, type Kysely } from 'kysely';

/** Adds grey thumbnails of images, by which copies are recognised (ADR 0058). The server computes them in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table embedding add column thumbnail bytea`.execute(db);
}
