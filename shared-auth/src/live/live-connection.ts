import type { LiveEvent } from '@console/shared-contract/api';
import { ApiError } from '../http/errors';
import { openStream, readStream } from './read-stream';

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Status codes after which a retry is useless until the user, the workspace or the release of the server changes. */
const FINAL_STATUSES = [400, 401, 403, 404, 405];

export interface LiveConnectionOptions {
  /** Sends a request with the access token, and again with a new one after a 401 response. */
  withToken: <T>(request: (access: string) => Promise<T>) => Promise<T>;
  onEvent: (event: LiveEvent) => void;
  /** Called when the stream is lost or closed after it was connected. */
  onDisconnect: () => void;
  /** Returns a number from 0 to 1, which varies the retry delay so that not all tabs reconnect at the same time. */
  random?: () => number;
}

/** Keeps one stream of server messages open. Reopens it after an interruption, with increasing delays. */
export class LiveConnection {
  private url: string | null = null;
  private controller: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  constructor(private readonly options: LiveConnectionOptions) {}

  /** Closes the current stream and opens one with this URL. With null, no stream is opened. */
  setUrl(url: string | null): void {
    if (this.url === url) return;
    this.url = url;
    this.failures = 0;
    this.restart();
  }

  /** Opens a lost stream at once, for example because the browser is online again. */
  restart(): void {
    clearTimeout(this.timer);
    this.controller?.abort();
    this.controller = null;
    if (this.url !== null) void this.connect(this.url);
  }

  private async connect(url: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.controller = controller;
    let isConnected = false;
    let isFinal = false;
    const onEvent = (event: LiveEvent) => {
      if (signal.aborted) return;
      if (event.event === 'connected') {
        isConnected = true;
        this.failures = 0;
      }
      this.options.onEvent(event);
    };
    try {
      const body = await this.options.withToken((access) => openStream(url, access, signal));
      await readStream(body, onEvent, signal);
    } catch (error) {
      isFinal = error instanceof ApiError && FINAL_STATUSES.includes(error.status);
    }
    if (isConnected) this.options.onDisconnect();
    if (signal.aborted) return;
    this.controller = null;
    if (!isFinal) this.timer = setTimeout(() => this.restart(), this.nextDelay());
  }

  private nextDelay(): number {
    const delay = Math.min(MIN_RETRY_MS * 2 ** this.failures, MAX_RETRY_MS);
    this.failures += 1;
    return delay * (0.5 + (this.options.random ?? Math.random)());
  }
}
