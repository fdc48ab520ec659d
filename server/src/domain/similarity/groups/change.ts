import type { GroupChange } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { getChangeAudit } from '../../../platform/http/route/record-call';
import { route } from '../../../platform/http/route/route';
import { findListedRows, lockBatch, type BatchRequest } from '../../../data-access/rows/bulk-locks';
import { hasNoGroupErrors } from '../../quality/rules/group-rules';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { listGroupReferences, type GroupFilters } from './filter';
import { messages } from './messages';
import { queryMatchingGroups } from './queries';
import { deleteGroups } from './write';

const entityName = 'Group';

/** Binds the bulk change of groups. It returns the changed groups. */
export function bindChangeRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /similarity/training/v2/group/change',
    { audit: getChangeAudit },
    async ({ body, db, scope, user, reportChangedIds }) => {
      const { change, groups = [], filter, skip_gone: skipsMissing = false } = body;
      const groupSelection = { table: 'similarity_group', ids: groups, skipsMissing, field: 'groups', entityName } as const;
      const lockedGroups: LockedGroups = filter
        ? await lockByFilter(db, scope, filter, body)
        : await findListedRows(db, scope, groupSelection, { lock: true });
      const { workspaceId, ids, next } = lockedGroups;
      if (change === 'verify' || change === 'withdraw') scope.requireWorkspace(workspaceId, 'annotate');
      const changedIds = ids.length === 0 ? [] : await changeGroups(db, change, workspaceId, ids, user.id);
      reportChangedIds(new Map([[workspaceId, changedIds]]));
      return { changed: changedIds, next };
    },
  );
}

interface LockedGroups {
  workspaceId: string;
  ids: string[];
  /** For filters: the id to continue after; null if there are no more. */
  next?: string | null;
}

async function lockByFilter(trx: Db, scope: Scope, filter: GroupFilters, batch: BatchRequest): Promise<LockedGroups> {
  const workspaceId = await resolveListWorkspace(scope, listGroupReferences(filter));
  return { workspaceId, ...(await lockBatch(trx, queryMatchingGroups(workspaceId, filter), batch, messages.tooManyMatches)) };
}

async function changeGroups(
  trx: Db,
  change: GroupChange,
  workspaceId: string,
  ids: readonly string[],
  userId: string,
): Promise<string[]> {
  if (change === 'delete') {
    await deleteGroups(trx, workspaceId, ids);
    return [...ids];
  }
  const { rows } = await createChangeStatement(change, ids, userId).execute(trx);
  return rows.map(({ id }) => id);
}

function createChangeStatement(change: 'verify' | 'withdraw' | 'test' | 'train', ids: readonly string[], userId: string) {
  if (change === 'verify')
    return sql<{ id: string }>`
      insert into similarity_verification (workspace_id, group_id, user_id)
      select g.workspace_id, g.id, ${userId} from similarity_group g where g.id = any(${ids}::uuid[]) and ${hasNoGroupErrors}
      on conflict do nothing returning group_id as id`;
  if (change === 'withdraw')
    return sql<{ id: string }>`
      delete from similarity_verification where group_id = any(${ids}::uuid[]) and user_id = ${userId} returning group_id as id`;
  const isTest = change === 'test';
  return sql<{ id: string }>`
    update similarity_group set test_group = ${isTest}, version = version + 1
    where id = any(${ids}::uuid[]) and test_group <> ${isTest} returning id`;
}
