import { sql, type Kysely } from 'kysely';

/** Stores until when an account or IP address is blocked, and hashes of the addresses that accounts have signed in from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_failure add column blocked timestamptz`.execute(db);
  await sql`create table login_address (key bytea primary key, last timestamptz not null)`.execute(db);
}
