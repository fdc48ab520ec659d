export interface RecordedRequest {
  method: string;
  /** Path with query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface RecordingServer {
  origin: string;
  /** The next responses: a status, `disconnect` to close the connection, or `none` to leave requests pending. */
  reply: { status: number | 'disconnect' | 'none'; body?: string; headers?: Record<string, string> };
  /** All requests except preflight requests, oldest first. */
  requests: RecordedRequest[];
  close: () => Promise<void>;
}

export function startRecordingServer(): Promise<RecordingServer>;
