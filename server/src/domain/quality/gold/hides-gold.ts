import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/**
 * Whether the caller is an annotator of a workspace with an open job with gold-standard items. Numbers that change only with
 * ordinary items, such as counts of shapes, would reveal gold items (ADR 0124). Without a workspace, checks all workspaces of
 * the caller.
 */
export async function hidesGoldItems(db: Db, workspaceId: string | null = null): Promise<boolean> {
  const { rows } = await sql`
    select where coalesce(current_setting('console.limited_user', true), '') <> '' and exists (
      select from public.annotation_job j where j.gold_rate is not null and not j.done
        and j.workspace_id = any(nullif(current_setting('console.limited_workspaces', true), '')::uuid[])
        and (${workspaceId}::uuid is null or j.workspace_id = ${workspaceId}))`.execute(db);
  return rows.length > 0;
}
