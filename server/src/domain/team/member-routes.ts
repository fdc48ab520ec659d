import type { Member } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { memberRole } from '../../platform/access/member-role';
import type { Scope } from '../../platform/access/scope';
import { createFieldError, HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { readOne, readPage, toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import { removeMember, setOwner, setRole } from '../account/workspaces';
import { lockMembers, requireMember } from './lock-members';
import { messages } from './messages';
import { readSettings } from './read-settings';

const WORKSPACE = '/account/v2/workspace/{id}';
const MEMBER = `${WORKSPACE}/member/{user_id}/` as const;

/** Registers the routes of members: list, change of a role, removal, leaving, and transfer of the ownership. */
export function bindMembers(app: FastifyInstance): void {
  route(app, `GET ${WORKSPACE}/member/`, async ({ params, query, db, scope, page }) => {
    const { id } = scope.requireWorkspace(params.id);
    const where = [sql`m.workspace_id = ${id}`];
    if (query.search) where.push(sql`position(lower(${query.search}) in lower(u.username)) > 0`);
    if (query.role) where.push(sql`${memberRole} = ${query.role}`);
    const memberOrder = sql`lower(u.username), u.id`;
    const { count, rows } = await readPage(db, createView(scope, id), { where, order: memberOrder, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, `PATCH ${MEMBER}`, async ({ params, body, db, scope, user }) => {
    await lockMembers(db, scope, params.id, 'members');
    const userId = params.user_id;
    const role = await requireMember(db, params.id, userId);
    if (role === 'owner') throw new HttpError(409, messages.ownerRole);
    if (role !== body.role) await setRole(db, params.id, userId, body.role, user);
    return readOne(db, createView(scope, params.id), userId);
  });

  route(app, `DELETE ${MEMBER}`, { audit: () => null }, async ({ params, db, scope, user }) => {
    const userId = params.user_id;
    const isLeaving = userId === user.id;
    // A restricted API token must not be able to end the membership of its user.
    await lockMembers(db, scope, params.id, isLeaving && user.permissions === null ? 'view' : 'members');
    const role = await requireMember(db, params.id, userId);
    if (role === 'owner') throw new HttpError(409, isLeaving ? messages.ownerCannotLeave : messages.ownerCannotBeRemoved);
    await removeMember(db, params.id, userId, user);
  });

  route(app, `POST ${WORKSPACE}/transfer-ownership`, async ({ params, body, db, scope, user }) => {
    await lockMembers(db, scope, params.id, 'own');
    const role = await requireMember(db, params.id, body.user_id);
    if (role === 'owner') throw createFieldError('user_id', messages.alreadyOwner);
    await setOwner(db, params.id, body.user_id, user);
    return readSettings(db, app.deps.config, params.id);
  });
}

/** The view of the members of one workspace, whose rows are identified by the user. */
function createView(scope: Scope, workspaceId: string): RowView<Member> {
  const isVisible = scope.isAllowed(workspaceId, 'members') ? sql`true` : sql`u.id = ${scope.caller.id}`;
  const members = sql`membership m join app_user u on u.id = m.user_id join workspace w on w.id = m.workspace_id and w.id = ${workspaceId}`;
  return {
    from: sql`${members} left join lateral (
      select max(s.created) as created from change_set s where s.workspace_id = m.workspace_id and s.user_id = m.user_id) last on true`,
    countFrom: members,
    id: sql`m.user_id`,
    columns: sql<Member>`json_build_object('id', u.id, 'username', u.username) as user, case when ${isVisible} then u.email end as email,
      ${memberRole} as role, ${toIsoTimestamp('m.created')} as joined, ${toIsoTimestamp('last.created')} as last_active`,
  };
}
