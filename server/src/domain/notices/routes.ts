import type { Notice, NoticeKind } from '@console/shared-contract/api';
import { READ_NOTICE_DAYS } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { readPage, toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import type { Caller } from '../../platform/access/caller';
import { isLimitedToJobs } from '../../platform/access/job-access';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { isAccessible } from './accessible-notices';

const noticeView: RowView<Notice> = {
  from: sql`notice n left join app_user a on a.id = n.actor_id`,
  countFrom: sql`notice n`,
  id: sql`n.id`,
  columns: sql<Notice>`
    n.id, n.workspace_id as workspace, n.kind, ${toIsoTimestamp('n.created')} as created, ${toIsoTimestamp('n.read')} as read,
    case when a.id is not null then json_build_object('id', a.id, 'username', a.username) end as actor,
    json_build_object('kind', n.entity_kind, 'id', n.entity_id) as page, n.thread_id as thread, n.data`,
};

/**
 * SQL condition: the notice is for the caller, and about a workspace and a page that the caller may still read. Access to a page can
 * end after the notice was created.
 */
function isForCaller({ id, workspaces }: Caller): RawBuilder<boolean> {
  const toIds = (selectedWorkspaces: typeof workspaces) => sql`${selectedWorkspaces.map((workspace) => workspace.id)}::uuid[]`;
  const limitedWorkspaces = workspaces.filter(isLimitedToJobs);
  const subject = { pageKind: sql.ref('n.entity_kind'), pageId: sql.ref('n.entity_id'), thread: sql.ref('n.thread_id') };
  const isReadable =
    limitedWorkspaces.length > 0
      ? sql`(n.workspace_id <> all(${toIds(limitedWorkspaces)}) or ${isAccessible(subject)})`
      : sql`true`;
  return sql`n.user_id = ${id} and n.workspace_id = any(${toIds(workspaces)}) and ${isReadable}`;
}

/** Binds the routes of the caller's notices. */
export function bindNotices(app: FastifyInstance): void {
  route(app, 'GET /account/v2/notice/', async ({ query, db, scope, page }) => {
    const caller = scope.allowCallerOnly();
    const where = [isForCaller(caller)];
    if (query.unread !== undefined) where.push(query.unread ? sql`n.read is null` : sql`n.read is not null`);
    const window = { where, order: sql`n.created desc, n.id`, ...toLimitOffset(query) };
    const { count, rows } = await readPage(db, noticeView, window);
    return { ...page(count, rows), unread: await countUnread(db, caller) };
  });

  route(app, 'POST /account/v2/notice/read', async ({ body, db, scope }) => {
    const caller = scope.allowCallerOnly();
    if (body.ids) await requireNotices(db, caller, body.ids);
    const isSelected = body.ids ? sql`n.id = any(${body.ids}::uuid[])` : sql`true`;
    await sql`
      update notice n set read = ${body.read ? sql`clock_timestamp()` : sql`null`}
      where ${isForCaller(caller)} and ${isSelected} and (n.read is null) = ${body.read}`.execute(db);
    return { unread: await countUnread(db, caller) };
  });

  route(app, 'GET /account/v2/notice-settings/', async ({ db, scope }) => readSettings(db, scope.allowCallerOnly().id));

  route(app, 'PUT /account/v2/notice-settings/', async ({ body, db, scope }) => {
    const { id } = scope.allowCallerOnly();
    await sql`delete from muted_notice where user_id = ${id} and kind <> all(${body.muted}::text[])`.execute(db);
    await sql`
      insert into muted_notice (user_id, kind) select distinct ${id}::uuid, k from unnest(${body.muted}::text[]) k
      on conflict do nothing`.execute(db);
    return readSettings(db, id);
  });
}

async function countUnread(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notice n where ${isForCaller(caller)} and n.read is null`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Throws 404 unless all notices belong to the caller. */
async function requireNotices(db: Db, caller: Caller, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notice n where ${isForCaller(caller)} and n.id = any(${uniqueIds}::uuid[])`.execute(db);
  if ((rows[0]?.count ?? 0) < uniqueIds.length) throw notFound('Notice');
}

async function readSettings(db: Db, userId: string): Promise<{ muted: NoticeKind[] }> {
  const rows = await db.selectFrom('muted_notice').select('kind').where('user_id', '=', userId).orderBy('kind').execute();
  return { muted: rows.map(({ kind }) => kind) };
}

/** Deletes notices that were read more than `READ_NOTICE_DAYS` ago. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await sql`delete from notice where read < now() - make_interval(days => ${READ_NOTICE_DAYS})`.execute(db);
}
