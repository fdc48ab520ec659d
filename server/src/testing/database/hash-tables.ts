import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

/** Returns a hash of the rows of each table, to check that nothing was changed. */
export async function hashTables(db: Db): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(
    db,
  );
  const hashes: Record<string, string | null> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string | null }>`
      select md5(string_agg(t::text, E'\n' order by t::text)) as hash from ${sql.table(name)} t`.execute(db);
    hashes[name] = rows[0]?.hash ?? null;
  }
  return hashes;
}
