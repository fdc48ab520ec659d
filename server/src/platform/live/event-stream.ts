import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@console/shared-contract/api';

/** If more bytes wait for a slow client, its stream is closed, and it must connect again. */
const MAX_BUFFERED_BYTES = 256_000;

const END_TIMEOUT_MS = 2_000;

/** Tells proxies not to buffer, compress or store the response. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** A response that stays open and sends messages as server-sent events. */
export class EventStream {
  constructor(private readonly response: ServerResponse) {}

  /** Sends the header. Headers that were set before are sent, too. */
  start(headers: Record<string, number | string | string[] | undefined>): void {
    this.response.writeHead(200, { ...headers, ...STREAM_HEADERS });
  }

  send(event: LiveEvent): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  /** Sends a comment, so that client and proxies notice a lost connection. */
  keepAlive(): void {
    this.write(':\n\n');
  }

  /** Sends a last message and ends the response. */
  end(reason: Extract<LiveEvent, { event: 'end' }>['reason']): void {
    this.send({ event: 'end', reason });
    this.response.end();
    // End the connection anyway if the client does not read, because it would delay the stop of the server.
    const timer = setTimeout(() => this.response.destroy(), END_TIMEOUT_MS).unref();
    this.onClose(() => clearTimeout(timer));
  }

  /** Calls the function when the client has closed the connection, or the response has ended. */
  onClose(listener: () => void): void {
    if (this.response.closed) listener();
    else this.response.once('close', listener);
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    if (this.response.writableLength > MAX_BUFFERED_BYTES) this.response.destroy();
    else this.response.write(text);
  }
}
