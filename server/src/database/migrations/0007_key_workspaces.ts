import { sql, type Kysely } from 'kysely';

/** The workspaces that a kept answer is of, so that it is repeated only to who still may see them; null: kept before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_key add column workspace_ids uuid[]`.execute(db);
}
