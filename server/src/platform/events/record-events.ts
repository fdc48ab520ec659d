import { MAX_EVENT_IDS, type EventData, type EventKind } from '@console/shared-contract/api';
import type { Db } from '../database/connection';

/** How long events are stored. */
const RETENTION_DAYS = 30;

interface EventOf<Kind extends EventKind> {
  kind: Kind;
  workspaceId: string;
  /** The user who caused the event. Null for the operator. */
  userId: string | null;
  /** The row that the event is about. Null for an event of several rows. */
  entityId: string | null;
  data: EventData<Kind>;
}

/** Something that has happened in a workspace, such as a finished training. */
type NewEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind];

/** Stores events. Call it in the transaction of the change that they describe. */
export async function recordEvents(trx: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('event')
    .values(
      events.map(({ kind, workspaceId, userId, entityId, data }) => ({
        kind,
        workspace_id: workspaceId,
        user_id: userId,
        entity_id: entityId,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}

/** Records one event about all these images. Does nothing without images. */
export async function recordImageEvent(
  trx: Db,
  kind: 'image.created' | 'image.verified',
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const data = { count: ids.length, ids: ids.slice(0, MAX_EVENT_IDS) };
  await recordEvents(trx, [{ kind, workspaceId, userId, entityId: ids.length === 1 ? ids[0]! : null, data }]);
}

export async function deleteExpiredEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('event')
    .where('time', '<', new Date(Date.now() - RETENTION_DAYS * 86_400_000))
    .execute();
}
