import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { notFound } from '../errors';

/** Throws 404 unless the user is a member of the workspace or has changed something in it. */
export async function requireKnownUser(db: Db, workspaceId: string, userId: string): Promise<void> {
  const isOfWorkspace = sql`workspace_id = ${workspaceId} and user_id = ${userId}`;
  const { rows } = await sql`
    select 1 where exists (select from membership where ${isOfWorkspace}) or exists (select from change_set where ${isOfWorkspace})
      or exists (select from daily_statistics where ${isOfWorkspace})`.execute(db);
  if (rows.length === 0) throw notFound('User');
}
