import { sql, type Kysely } from 'kysely';

/**
 * Stores visits to pages of a micro-frontend while its canary, a release for part of the users, is compared with the previous release (ADR
 * 0143). The visits are deleted when the comparison ends, so the table is unlogged, and a backup does not contain it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table page_visit (
      id bigint generated always as identity primary key,
      user_id uuid not null references app_user on delete cascade,
      remote text not null,
      version text not null,
      is_canary boolean not null,
      displayed_ms integer,
      ready_ms integer,
      failed boolean not null)`.execute(db);
  await sql`create index page_visit_user_id on page_visit (user_id)`.execute(db);
  await sql`create index page_visit_version on page_visit (remote, version)`.execute(db);
}
