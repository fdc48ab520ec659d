import type { NoticeData, NoticeKind, NoticePage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { listLimitedUsers, withLimitsOfUser } from '../../platform/access/job-access';
import type { Db } from '../../platform/database/connection';
import { isAccessible } from './accessible-notices';

export interface NewNotices {
  workspaceId: string;
  kind: NoticeKind;
  /**
   * The users who get the notice. No notice goes to former members, the actor, or users who have muted the kind. Annotators get none if
   * their jobs do not give access to the page or the comment.
   */
  userIds: readonly string[];
  /** The user whose action the notice reports; null for the server. */
  actorId: string | null;
  /** The page that the notice opens. */
  page: { kind: NoticePage; id: string };
  thread?: string | null;
  /** The comment that the notice quotes. */
  comment?: string;
  data?: NoticeData;
}

/** Creates a notice for each of the users, in the transaction of the change that it reports. */
export async function createNotices(trx: Db, notices: NewNotices): Promise<void> {
  const { workspaceId, kind, actorId, page, thread, data = {} } = notices;
  const userIds = await selectReaders(trx, notices);
  if (userIds.length === 0) return;
  await sql`
    insert into notice (user_id, workspace_id, kind, actor_id, entity_kind, entity_id, thread_id, data)
    select m.user_id, m.workspace_id, ${kind}, ${actorId}, ${page.kind}, ${page.id}, ${thread ?? null}, ${JSON.stringify(data)}
    from membership m
    where m.workspace_id = ${workspaceId} and m.user_id = any(${userIds}::uuid[])
      and m.user_id is distinct from ${actorId}::uuid
      and not exists (select from muted_notice n where n.user_id = m.user_id and n.kind = ${kind})
    order by m.user_id`.execute(trx);
}

/** Filters out annotators whose jobs do not give access to the page, the thread or the comment. */
async function selectReaders(trx: Db, { workspaceId, userIds, page, thread, comment }: NewNotices): Promise<string[]> {
  const readers = new Set(userIds);
  if (readers.size === 0) return [];
  const isReadable = isAccessible({
    pageKind: sql`${page.kind}::text`,
    pageId: sql`${page.id}::uuid`,
    thread: sql`${thread ?? null}::uuid`,
  });
  for (const userId of await listLimitedUsers(trx, workspaceId, userIds)) {
    const { rows } = await withLimitsOfUser(trx, { userId, workspaceId }, () =>
      sql`
        select where ${isReadable}
          and (${comment ?? null}::uuid is null or exists (select from comment c where c.id = ${comment ?? null}))`.execute(trx),
    );
    if (rows.length === 0) readers.delete(userId);
  }
  return [...readers];
}
