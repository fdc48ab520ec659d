import { PresenceKind, WorkStatus } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';

/** The PostgreSQL channel on which triggers announce changes to all servers. */
export const LIVE_CHANNEL = 'console_live';

const Notification = z.union([
  z.object({ kind: z.literal('change'), workspace: z.string(), set: z.number(), tab: z.string().nullable() }),
  z.object({ kind: z.literal('work'), workspace: z.string(), id: z.string(), work: z.string(), status: WorkStatus }),
  z.object({ kind: z.literal('presence'), workspace: z.string(), entity: PresenceKind, id: z.string() }),
  z.object({ kind: z.literal('notice'), user: z.string() }),
  z.object({ kind: z.literal('access'), user: z.string().optional(), workspace: z.string().optional() }),
]);
export type Notification = z.output<typeof Notification>;

/** Parses the payload of a notification. Returns null for kinds of other releases, which this release does not know. */
export function parseNotification(payload: string): Notification | null {
  try {
    return Notification.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Announces that the index for similarity search has more items of these workspaces. */
export async function announceIndexing(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await sql`
    select pg_notify(${LIVE_CHANNEL}, jsonb_build_object('kind', 'work', 'workspace', w, 'id', w, 'work', 'index-items',
      'status', 'running')::text) from unnest(${workspaceIds}::uuid[]) w`.execute(db);
}
