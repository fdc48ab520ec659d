import { sql, type Kysely } from 'kysely';

/** Stores the workspaces of a stored response, which is only repeated to users with access. Null for older responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_key add column workspace_ids uuid[]`.execute(db);
}
