import type { Workspace } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { annotatorAccess, memberRole } from '../../platform/access/member-role';
import type { Db } from '../../platform/database/connection';
import { toIsoTimestamp } from '../../data-access/rows/view';

/**
 * Reads the workspaces of a user, sorted by name. `workspaceId` limits the result to one workspace; `defaultId` is the user's default
 * workspace.
 */
export async function readWorkspaces(
  db: Db,
  userId: string,
  defaultId: string | null,
  workspaceId: string | null = null,
): Promise<Workspace[]> {
  const { rows } = await sql<Workspace>`
    select w.id, w.name, ${toIsoTimestamp('w.created')} as created, w.owner_id as owner, w.meta_data, w.blur_images,
      w.id is not distinct from ${defaultId}::uuid as is_default, ${memberRole} as role,
      case when ${memberRole} = 'annotator' then ${annotatorAccess} else 'workspace' end as access
    from workspace w join membership m on m.workspace_id = w.id
    where m.user_id = ${userId} and (${workspaceId}::uuid is null or w.id = ${workspaceId}::uuid)
    order by lower(w.name), w.id`.execute(db);
  return rows;
}
