import type { GroupChange } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { badField, notFound } from '../../../platform/errors';
import { getChangeAudit } from '../../../platform/http/route/record-call';
import { route } from '../../../platform/http/route/route';
import { listExisting, lockBatch, type BatchRequest } from '../../../data-access/rows/bulk-locks';
import { findDeleted } from '../../../data-access/rows/trash';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { listGroupReferences, type GroupFilters } from './filter';
import { messages } from './messages';
import { queryMatchingGroups } from './queries';
import { groupTrash } from './trash';
import { deleteGroups, restoreGroups } from './write';

const entityName = 'Group';

/** Binds the bulk change of groups. It returns the changed groups, so that the client can undo the change. */
export function bindChangeRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /similarity/training/v2/group/change',
    { audit: getChangeAudit },
    async ({ body, db, scope, user, reportChangedIds }) => {
      const { change, groups, filter, skip_gone: skipsMissing = false } = body;
      const requestedIds = [...new Set(groups ?? [])];
      if (change === 'restore') return { changed: await restore(db, scope, requestedIds, skipsMissing) };
      const lockedGroups = filter
        ? await lockByFilter(db, scope, filter, body)
        : await lockByIds(db, scope, requestedIds, skipsMissing);
      const { workspaceId, ids, next } = lockedGroups;
      if (change === 'verify' || change === 'withdraw') scope.requireWorkspace(workspaceId, 'annotate');
      const changed = ids.length === 0 ? [] : await changeGroups(db, change, workspaceId, ids, user.id);
      reportChangedIds(new Map([[workspaceId, changed]]));
      return { changed, next };
    },
  );
}

interface LockedGroups {
  workspaceId: string;
  ids: string[];
  /** For filters: the id to continue after; null if there are no more. */
  next?: string | null;
}

async function lockByIds(trx: Db, scope: Scope, requestedIds: string[], skipsMissing: boolean): Promise<LockedGroups> {
  const ids = skipsMissing ? await listExisting(trx, scope, 'similarity_group', requestedIds, { lock: true }) : requestedIds;
  const [first] = ids;
  if (first === undefined) return { workspaceId: scope.resolveWorkspace().id, ids };
  const { workspace_id: workspaceId } = await scope.findRow('similarity_group', first, { entityName });
  await scope.findRows('similarity_group', ids, workspaceId, { field: 'groups', entityName, lock: true });
  return { workspaceId, ids };
}

async function lockByFilter(trx: Db, scope: Scope, filter: GroupFilters, batch: BatchRequest): Promise<LockedGroups> {
  const workspaceId = await resolveListWorkspace(scope, listGroupReferences(filter));
  return { workspaceId, ...(await lockBatch(trx, queryMatchingGroups(workspaceId, filter), batch, messages.tooMany)) };
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
  const { rows } = await createStatement(change, ids, userId).execute(trx);
  return rows.map(({ id }) => id);
}

function createStatement(change: 'verify' | 'withdraw' | 'test' | 'train', ids: readonly string[], userId: string) {
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

/** Restores deleted groups. Groups that are not deleted stay unchanged. Throws 404 for purged and unknown ids. */
async function restore(trx: Db, scope: Scope, ids: string[], skipsMissing: boolean): Promise<string[]> {
  if (ids.length === 0) {
    scope.resolveWorkspace();
    return [];
  }
  const writeScope = scope.toWriteScope();
  const deletedGroups = await findDeleted(trx, groupTrash, ids, writeScope.workspaceIds, skipsMissing);
  if (deletedGroups === null && skipsMissing) return [];
  if (deletedGroups === null) throw notFound(entityName);
  if (deletedGroups === 'several') throw badField('groups', messages.oneWorkspace);
  writeScope.requireWorkspace(deletedGroups.workspaceId);
  await restoreGroups(trx, deletedGroups.workspaceId, deletedGroups.ids);
  return deletedGroups.ids;
}
