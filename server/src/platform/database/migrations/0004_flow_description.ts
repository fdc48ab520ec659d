import { sql, type Kysely } from 'kysely';

/** Adds the description of labelling flows, which existing clients read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table flow add column description text not null default ''`.execute(db);
}
