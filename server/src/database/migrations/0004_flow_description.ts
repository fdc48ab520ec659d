import { sql, type Kysely } from 'kysely';

/** Existing clients read a flow's description. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table flow add column description text not null default ''`.execute(db);
}
