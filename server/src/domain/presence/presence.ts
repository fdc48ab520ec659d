import type { PresenceKind, PresentUser } from '@console/shared-contract/api';
import { PRESENCE_SECONDS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import type { Db } from '../../platform/database/connection';

/** A row that users have open. */
interface ViewedRow {
  workspaceId: string;
  kind: PresenceKind;
  id: string;
}

const isExpired = sql`seen < clock_timestamp() - make_interval(secs => ${PRESENCE_SECONDS})`;

/** Records that a tab of a user shows a row. A tab shows one row at a time. */
export async function enterRow(db: Db, userId: string, tab: string, { workspaceId, kind, id }: ViewedRow): Promise<void> {
  await sql`
    insert into presence as p (user_id, tab, workspace_id, kind, entity_id) values (${userId}, ${tab}, ${workspaceId}, ${kind}, ${id})
    on conflict (user_id, tab) do update set
      workspace_id = excluded.workspace_id, kind = excluded.kind, entity_id = excluded.entity_id, seen = excluded.seen,
      since = case when p.entity_id = excluded.entity_id then p.since else excluded.since end`.execute(db);
}

/** Records that a tab no longer shows a row. Does nothing if the tab shows another row by now. */
export async function leaveRow(db: Db, userId: string, tab: string, { id }: ViewedRow): Promise<void> {
  await sql`delete from presence where user_id = ${userId} and tab = ${tab} and entity_id = ${id}`.execute(db);
}

/**
 * Lists the other members who have the row open, in the order in which they opened it. The list is empty for annotators of a job with
 * gold-standard items. Several annotators get the same gold item, so their presence would reveal it (ADR 0124).
 */
export async function listPresentUsers(db: Db, callerId: string, { workspaceId, kind, id }: ViewedRow): Promise<PresentUser[]> {
  const { rows } = await sql<PresentUser>`
    select u.id, u.username, ${toIsoTimestamp('p.since')} as since
    from (
      select user_id, min(since) as since from presence
      where entity_id = ${id} and workspace_id = ${workspaceId} and kind = ${kind} and user_id <> ${callerId} and not ${isExpired}
        and not is_blind_image(${id}) and not is_blind_group(${id})
      group by user_id) p
    join membership m on m.user_id = p.user_id and m.workspace_id = ${workspaceId}
    join app_user u on u.id = p.user_id
    order by p.since, u.id`.execute(db);
  return rows;
}

/** Deletes the presence of browser tabs that were closed without a report. */
export async function deleteExpiredPresence(db: Db): Promise<void> {
  await sql`delete from presence where ${isExpired}`.execute(db);
}
