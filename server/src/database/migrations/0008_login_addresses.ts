import { sql, type Kysely } from 'kysely';

/** Until when an account or an address is blocked, and the addresses that accounts have signed in from, as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_failure add column blocked timestamptz`.execute(db);
  await sql`create table login_address (key bytea primary key, last timestamptz not null)`.execute(db);
}
