import type { EventStream } from './event-stream';

/** An open stream of a user, about one workspace. */
export interface Subscriber {
  userId: string;
  workspaceId: string;
  /** The browser tab whose own changes are left out; null for none. */
  tab: string | null;
  stream: EventStream;
  /** Returns whether the user may still read the workspace with this session or token. Rejects during an outage. */
  hasAccess: () => Promise<boolean>;
}
