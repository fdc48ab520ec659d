import type { GroupChanges, GroupDetail } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { route } from '../../../platform/http/route/route';
import { readOne } from '../../../data-access/rows/view';
import { addGroups, addMembers, removeGroups, removeMembers } from './members';
import { moveMembers } from './move';
import { groupListView, readGroup, readGroupChanges, toGroupRow } from './queries';
import { createGroup, mergeGroups, type NewGroup } from './write';

const GROUP = '/similarity/training/v2/group/{id}';
const entityName = 'Group';

interface MemberCall {
  params: { id: string };
  query: { answer?: 'changes' };
  db: Db;
  fileUrl: (key: string) => string;
}
type MemberChange = Parameters<typeof readGroupChanges>[2];

/** Returns only the changes if requested, else the complete group, which is slow for large groups. */
async function readResponse(
  { params, query, db, fileUrl }: MemberCall,
  change: MemberChange,
): Promise<GroupChanges | GroupDetail> {
  return query.answer === 'changes' ? readGroupChanges(db, params.id, change, fileUrl) : readGroup(db, params.id, fileUrl);
}

/** Binds the routes that add, remove and move members of a group. */
export function bindMemberRoutes(app: FastifyInstance): void {
  const findGroup = (scope: Scope, id: string) => scope.findRow('similarity_group', id, { entityName });

  route(app, `POST ${GROUP}/add-images`, async (call) => {
    const images = await addMembers(call.db, call.scope, await findGroup(call.scope, call.params.id), 'image', call.body.images);
    return readResponse(call, { added: { images } });
  });
  route(app, `POST ${GROUP}/remove-images`, async (call) => {
    const images = await removeMembers(
      call.db,
      call.scope,
      await findGroup(call.scope, call.params.id),
      'image',
      call.body.images,
    );
    return readResponse(call, { removed: { images } });
  });
  route(app, `POST ${GROUP}/add-objects`, async (call) => {
    const objects = await addMembers(
      call.db,
      call.scope,
      await findGroup(call.scope, call.params.id),
      'object',
      call.body.objects,
    );
    return readResponse(call, { added: { detection_objects: objects } });
  });
  route(app, `POST ${GROUP}/remove-objects`, async (call) => {
    const objects = await removeMembers(
      call.db,
      call.scope,
      await findGroup(call.scope, call.params.id),
      'object',
      call.body.objects,
    );
    return readResponse(call, { removed: { detection_objects: objects } });
  });
  route(app, `POST ${GROUP}/add-groups`, async (call) => {
    const groups = await addGroups(call.db, call.scope, await findGroup(call.scope, call.params.id), call.body.groups);
    return readResponse(call, { added: { groups } });
  });
  route(app, `POST ${GROUP}/remove-groups`, async (call) => {
    const groups = await removeGroups(call.db, call.scope, await findGroup(call.scope, call.params.id), call.body.groups);
    return readResponse(call, { removed: { groups } });
  });
  route(app, `POST ${GROUP}/merge-groups`, { audit: 'delete' }, async (call) => {
    const group = await call.scope.findRow('similarity_group', call.params.id, { entityName, lock: true });
    const members = await mergeGroups(call.db, call.scope, group, call.body.groups);
    call.reportChangedIds(new Map([[group.workspace_id, call.body.groups]]));
    return readResponse(call, members);
  });

  route(app, `POST ${GROUP}/move-members`, async ({ params, body, db, scope, fileUrl }) => {
    const sourceGroup = await findGroup(scope, params.id);
    const { images, objects, groups } = body;
    const targetGroup = await findOrCreateTarget(db, scope, sourceGroup.workspace_id, body);
    const movedMembers = await moveMembers(
      db,
      scope,
      { from: sourceGroup, to: targetGroup },
      { images, detection_objects: objects, groups },
    );
    return {
      from: await readGroupChanges(db, sourceGroup.id, { removed: movedMembers }, fileUrl),
      to: toGroupRow(await readOne(db, groupListView, targetGroup.id), fileUrl),
    };
  });
}

async function findOrCreateTarget(db: Db, scope: Scope, workspaceId: string, body: { to?: string; new_group?: NewGroup }) {
  const { to: targetId, new_group: newGroup } = body;
  if (newGroup?.type)
    await scope.requireSameWorkspace('similarity_type', [newGroup.type], workspaceId, { field: 'type', entityName: 'Type' });
  const id = newGroup ? await createGroup(db, workspaceId, newGroup) : (targetId ?? '');
  const [target] = await scope.findRows('similarity_group', [id], workspaceId, { field: 'to', entityName });
  if (!target) throw new Error('findRows() returned no group');
  return target;
}
