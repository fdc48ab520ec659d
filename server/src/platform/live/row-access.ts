import type { LiveChange, LiveEvent } from '@console/shared-contract/api';
import type { ChangeTopic } from '@console/shared-contract/federation/shared-keys';
import { sql } from 'kysely';
import { limitUser, listLimitedUsers } from '../access/job-access';
import type { Db } from '../database/connection';

/** Topics whose rows all members may read. For all other topics, the ids in messages are ids of images and groups. */
const OPEN_TOPICS: readonly string[] = ['products'] satisfies ChangeTopic[];

/** Which images and groups in messages a user may know who only has access to the content of their jobs (ADR 0096). */
export interface RowAccess {
  visible: ReadonlySet<string>;
  /** Ids of existing rows that the user may not know. An id that is in neither set belongs to a deleted row. */
  hidden: ReadonlySet<string>;
}

/** Returns the access of those users who are limited to jobs in the workspace. */
export async function readRowAccess(
  db: Db,
  workspaceId: string,
  userIds: readonly string[],
  events: readonly LiveEvent[],
): Promise<Map<string, RowAccess>> {
  const ids = events.flatMap(listLimitedIds);
  if (ids.length === 0) return new Map();
  const limitedUsers = await listLimitedUsers(db, workspaceId, userIds);
  const access = new Map<string, RowAccess>();
  for (const userId of limitedUsers) access.set(userId, await readAccessOfUser(db, workspaceId, userId, ids));
  return access;
}

async function readAccessOfUser(db: Db, workspaceId: string, userId: string, ids: readonly string[]): Promise<RowAccess> {
  const rows = await db.transaction().execute(async (trx) => {
    await limitUser(trx, userId, [workspaceId]);
    // The names without a schema mean views, which omit rows outside of the user's jobs.
    const result = await sql<{ id: string; is_visible: boolean }>`
      select r.id, exists (select from training_image v where v.id = r.id) and not is_blind_image(r.id) as is_visible
      from public.training_image r where r.id = any(${ids}::uuid[])
      union all select r.id, exists (select from similarity_group v where v.id = r.id) and not is_blind_group(r.id)
      from public.similarity_group r where r.id = any(${ids}::uuid[])`.execute(trx);
    return result.rows;
  });
  const selectIds = (isVisible: boolean) =>
    new Set(rows.filter(({ is_visible }) => is_visible === isVisible).map(({ id }) => id));
  return { visible: selectIds(true), hidden: selectIds(false) };
}

function listLimitedIds(event: LiveEvent): string[] {
  if (event.event === 'change') return event.changes.flatMap(({ topic, ids = [] }) => (OPEN_TOPICS.includes(topic) ? [] : ids));
  return event.event === 'presence' && event.kind !== 'product' ? [event.id] : [];
}

/** Removes ids of hidden rows from a message. Null if nothing is left. */
export function limitEvent(event: LiveEvent, access: RowAccess): LiveEvent | null {
  if (event.event === 'change') {
    const changes = event.changes.flatMap((change) => limitChange(change, access));
    return changes.length > 0 ? { ...event, changes } : null;
  }
  if (event.event === 'presence' && event.kind !== 'product') return access.visible.has(event.id) ? event : null;
  return event;
}

function limitChange(change: LiveChange, { visible, hidden }: RowAccess): LiveChange[] {
  const { topic, ids } = change;
  if (ids === undefined || OPEN_TOPICS.includes(topic)) return [change];
  const knownIds = ids.filter((id) => !hidden.has(id));
  // A deleted row may have been visible before. Without ids, clients read all rows of the topic that they show.
  if (knownIds.some((id) => !visible.has(id))) return [{ topic }];
  return knownIds.length > 0 ? [{ topic, ids: knownIds }] : [];
}
