import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Id, Timestamp, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { WorkStatus } from './work';

/** Kinds of background work, as in `Work.kind`. `index-items` prepares the search for similar items and has no `Work` row. */
export const WorkKindName = z.enum([
  'import-read',
  'import-run',
  'import-undo',
  'dataset version',
  'train-model',
  'assemble-model',
  'predict-test-images',
  'predict-images',
  'pre-label',
  'evaluate-task',
  'matching',
  'complete-job',
  'rescore-gold',
  'index-items',
]);
export type WorkKindName = z.output<typeof WorkKindName>;

/** Kinds of rows whose pages show which other users have them open. */
export const PresenceKind = z.enum(['image', 'group', 'product']);
export type PresenceKind = z.output<typeof PresenceKind>;

/** A random value that identifies a browser tab. It is not the id of a row. */
const TabId = z.string().regex(/^[\w-]{8,64}$/, 'has other characters than letters, digits, _ and -, or not 8 to 64 of them');

/** Rows have changed. `topic` is their kind, one of `ChangeTopics` in the federation contract. Clients ignore unknown topics. */
export const LiveChange = z.object({
  topic: z.string(),
  /** Ids of the changed rows; for shapes and verifications, the ids of their images. Missing if there are many, or if they are unknown. */
  ids: z.array(z.string()).optional(),
});
export type LiveChange = z.output<typeof LiveChange>;

/** A message of the live stream. It announces which rows have changed; clients read the rows with the usual calls. */
export const LiveEvent = z.discriminatedUnion('event', [
  /** The first message: from now on, changes are announced. */
  z.object({ event: z.literal('connected'), heartbeat_seconds: z.number() }),
  /** A user, a script, background work or the server itself has changed rows. Changes by the receiving tab are not announced. */
  z.object({ event: z.literal('change'), user: Id.nullable(), changes: z.array(LiveChange) }),
  /**
   * Background work has started, made progress or finished. The server sends at most one message per second for each id. For
   * `index-items`, the id is the id of the workspace.
   */
  z.object({ event: z.literal('work'), id: Id, kind: z.string(), status: WorkStatus }),
  /** The user has a new notice, or has read one in another tab. */
  z.object({ event: z.literal('notice') }),
  /** A member has opened or left a row. */
  z.object({ event: z.literal('presence'), kind: PresenceKind, id: Id }),
  /** The role of the user, or the services of the workspace, may have changed. */
  z.object({ event: z.literal('access') }),
  /**
   * The last message before the server closes the stream. `access`: the session has ended, or the user is no longer a member. For all other
   * reasons, clients connect again.
   */
  z.object({ event: z.literal('end'), reason: z.enum(['access', 'stopping', 'outage', 'expired']) }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** A member who has a row open in another tab. */
export const PresentUser = z.object({
  id: Id,
  username: z.string(),
  /** When the member opened the row. */
  since: Timestamp,
});
export type PresentUser = z.output<typeof PresentUser>;

export const liveCalls = defineCalls({
  'GET /live/v2/stream': {
    summary: 'What changes in a workspace, as server-sent events. It closes when the user loses access',
    query: WorkspaceOnlyQuery.extend({
      /** The id of the tab. Changes that the tab has made with the same id in the header `Tab-Id` are left out. */
      tab: TabId.optional(),
      /** After this time, the server ends the stream. Without it, the stream stays open. */
      seconds: z.coerce.number().int().min(0).max(86_400).optional(),
    }),
    events: LiveEvent,
  },
  'PUT /live/v2/presence/': {
    permission: 'view',
    summary: 'Show other members that the caller has a row open. Repeat it at least every 30 s; returns who else has it open',
    body: z.object({
      tab: TabId,
      kind: PresenceKind,
      id: Id,
      /** Whether the tab has left the row. */
      left: z.boolean().optional(),
      ...WorkspaceBody,
    }),
    response: z.object({ results: z.array(PresentUser) }),
  },
});
