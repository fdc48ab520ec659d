import { sql, type Kysely } from 'kysely';

/**
 * Failed sign-ins, counted for all servers together. Unlogged: after a crash of PostgreSQL the counts begin anew, which
 * costs an attacker more than it gives. Keys are hashes, for people type passwords into the wrong field.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table login_failure (key bytea primary key, failures int not null, until timestamptz not null)`.execute(
    db,
  );
}
