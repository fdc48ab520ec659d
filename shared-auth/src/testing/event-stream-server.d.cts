import type { LiveEvent } from '@console/shared-contract/api';

export interface StreamConnection {
  url: string;
  authorization: string | undefined;
  send: (event: LiveEvent) => void;
  /** Closes the connection without a message. */
  drop: () => void;
  /** Resolves when the connection is closed. */
  closed: Promise<unknown>;
}

export interface EventStreamServer {
  origin: string;
  /** Status of the next responses. With 200, a stream opens. */
  status: number;
  /** Whether streams send nothing, as behind a proxy that buffers. */
  isSilent: boolean;
  connections: StreamConnection[];
  closeConnections: () => void;
  close: () => Promise<void>;
}

export function startEventStreamServer(): Promise<EventStreamServer>;
