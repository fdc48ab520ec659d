import { sql, type Kysely } from 'kysely';

/**
 * Counts failed sign-ins of all servers. The table is unlogged: a crash of PostgreSQL resets the counts, which does not help
 * an attacker much. Keys are hashes, because users sometimes type passwords into the wrong field.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table login_failure (key bytea primary key, failures int not null, until timestamptz not null)`.execute(
    db,
  );
}
