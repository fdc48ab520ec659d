import type { EventStream } from './event-stream';

/** An open stream of a user, about one workspace. */
export interface Subscriber {
  userId: string;
  workspaceId: string;
  /** The browser tab whose own changes the stream leaves out. Null: the stream contains all changes. */
  tab: string | null;
  stream: EventStream;
  /** Returns whether the user may still read the workspace with this session or token. Rejects during an outage. */
  hasAccess: () => Promise<boolean>;
}
