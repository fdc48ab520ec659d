import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/**
 * Whether the caller is an annotator of a workspace with an open job with gold items. What changes with the work on ordinary items only, such
 * as numbers of shapes, would tell the gold items apart (ADR 0124).
 */
export async function hidesGoldItems(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select where coalesce(current_setting('console.limited_user', true), '') <> '' and exists (
      select from public.annotation_job j where j.workspace_id = ${workspaceId} and j.gold_rate is not null and not j.done)`.execute(
    db,
  );
  return rows.length > 0;
}
