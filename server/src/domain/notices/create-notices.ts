import type { NoticeData, NoticeKind, NoticePage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

export interface NewNotices {
  workspaceId: string;
  kind: NoticeKind;
  /** The users who get the notice. Former members, the actor, and users who have muted the kind get none. */
  userIds: readonly string[];
  /** The user whose action the notice reports; null for the server. */
  actorId: string | null;
  /** The page that the notice opens. */
  page: { kind: NoticePage; id: string };
  thread?: string | null;
  data?: NoticeData;
}

/** Creates a notice for each of the users, in the transaction of the change that it reports. */
export async function createNotices(
  trx: Db,
  { workspaceId, kind, userIds, actorId, page, thread, data = {} }: NewNotices,
): Promise<void> {
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
