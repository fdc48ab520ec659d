import type { GroupChange } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../access/scope';
import type { Db } from '../../database/connection';
import { badField, notFound } from '../../errors';
import { route } from '../../http/route';
import { lockExisting, lockBatch, type BatchRequest } from '../../rows/bulk-locks';
import { findDeleted } from '../../rows/trash';
import { resolveListWorkspace } from '../../rows/references';
import { rowsNamed, type GroupFilters } from './filter';
import { messages } from './messages';
import { groupsMatching } from './queries';
import { groupTrash } from './trash';
import { deleteGroups, restoreGroups } from './write';

const entityName = 'Group';

/** Changes many groups in one way, and answers those that were changed: what an undo names. */
export function changeRoutes(app: FastifyInstance): void {
  route(app, 'POST /similarity/training/v2/group/change', async ({ body, db, scope, user }) => {
    const { change, groups, filter, skip_gone: skipGone = false } = body;
    const asked = [...new Set(groups ?? [])];
    if (change === 'restore') return { changed: await restore(db, scope, asked, skipGone) };
    const found = filter ? await lockGroups(db, scope, filter, body) : await named(db, scope, asked, skipGone);
    const { workspaceId, ids, next } = found;
    if (change === 'verify' || change === 'withdraw') scope.requireWorkspace(workspaceId, 'annotate');
    return { changed: ids.length === 0 ? [] : await changeGroups(db, change, workspaceId, ids, user.id), next };
  });
}

interface Groups {
  workspaceId: string;
  ids: string[];
  /** Of those that match: where the next part begins. */
  next?: string | null;
}

async function named(trx: Db, scope: Scope, asked: string[], skipGone: boolean): Promise<Groups> {
  const ids = skipGone ? await lockExisting(trx, scope, 'similarity_group', asked) : asked;
  const [first] = ids;
  if (first === undefined) return { workspaceId: scope.resolveWorkspace().id, ids };
  const { workspace_id: workspaceId } = await scope.findRow('similarity_group', first, { entityName });
  await scope.findRows('similarity_group', ids, workspaceId, { field: 'groups', entityName, lock: true });
  return { workspaceId, ids };
}

async function lockGroups(trx: Db, scope: Scope, filter: GroupFilters, parts: BatchRequest): Promise<Groups> {
  const workspaceId = await resolveListWorkspace(scope, rowsNamed(filter));
  return { workspaceId, ...(await lockBatch(trx, groupsMatching(workspaceId, filter), parts, messages.tooMany)) };
}

async function changeGroups(
  trx: Db,
  change: Exclude<GroupChange, 'restore'>,
  workspaceId: string,
  ids: readonly string[],
  userId: string,
): Promise<string[]> {
  if (change === 'delete') {
    await deleteGroups(trx, workspaceId, ids, userId);
    return [...ids];
  }
  const { rows } = await statementOf(change, ids, userId).execute(trx);
  return rows.map(({ id }) => id);
}

function statementOf(change: 'verify' | 'withdraw' | 'test' | 'train', ids: readonly string[], userId: string) {
  if (change === 'verify')
    return sql<{ id: string }>`
      insert into similarity_verification (workspace_id, group_id, user_id)
      select workspace_id, id, ${userId} from similarity_group where id = any(${ids}::uuid[])
      on conflict do nothing returning group_id as id`;
  if (change === 'withdraw')
    return sql<{ id: string }>`
      delete from similarity_verification where group_id = any(${ids}::uuid[]) and user_id = ${userId} returning group_id as id`;
  const isTest = change === 'test';
  return sql<{ id: string }>`
    update similarity_group set test_group = ${isTest}, version = version + 1
    where id = any(${ids}::uuid[]) and test_group <> ${isTest} returning id`;
}

/** A group that is not deleted is left as it is; one that was purged, or never was, is not found. */
async function restore(trx: Db, scope: Scope, ids: string[], skipGone: boolean): Promise<string[]> {
  if (ids.length === 0) {
    scope.resolveWorkspace();
    return [];
  }
  const reach = scope.toWriteScope();
  const deleted = await findDeleted(trx, groupTrash, ids, reach.workspaceIds, skipGone);
  if (deleted === null && skipGone) return [];
  if (deleted === null) throw notFound(what);
  if (deleted === 'several') throw badField('groups', messages.oneWorkspace);
  reach.requireWorkspace(deleted.workspaceId);
  await restoreGroups(trx, deleted.workspaceId, deleted.ids);
  return deleted.ids;
}
