import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { detectDeadClient, KEEP_ALIVE_OPTIONS } from '../database/connection';

const MIN_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;
const CHECK_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 5_000;

interface ChannelHandlers {
  onNotification: (payload: string) => void;
  /** Called when the connection is lost. Notifications that are sent before the connection is replaced are lost. */
  onLost: () => void;
}

/** Receives the notifications of a PostgreSQL channel on its own connection, which is replaced when it is lost. */
export class ChannelListener {
  private client: Client | null = null;
  private connecting: Promise<void> | null = null;
  private isClosed = false;
  private readonly closing = new AbortController();
  private readonly checkTimer: NodeJS.Timeout;

  constructor(
    private readonly config: ClientConfig,
    private readonly channel: string,
    private readonly handlers: ChannelHandlers,
  ) {
    // A connection that became silent, for example after a failover, reports no error for minutes.
    this.checkTimer = setInterval(() => void this.checkConnection(), CHECK_INTERVAL_MS).unref();
  }

  get isListening(): boolean {
    return this.client !== null;
  }

  /** Resolves when notifications are received. Rejects if the database cannot be reached. */
  async start(): Promise<void> {
    if (this.client || this.isClosed) return;
    this.connecting ??= this.connect().finally(() => (this.connecting = null));
    await this.connecting;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.checkTimer);
    this.closing.abort();
    await this.connecting?.catch(() => undefined);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      ...KEEP_ALIVE_OPTIONS,
      ...this.config,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'annotation-console-live',
    });
    // A broken connection also emits 'end'. Without a listener, the error event would end the process.
    client.on('error', () => this.dropClient(client));
    client.once('end', () => this.dropClient(client));
    client.on('notification', ({ payload }) => {
      if (this.client === client && payload !== undefined) this.handlers.onNotification(payload);
    });
    try {
      await client.connect();
      await detectDeadClient(client);
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    if (this.isClosed) await this.close();
  }

  private async checkConnection(): Promise<void> {
    const { client } = this;
    if (!client) return;
    try {
      await client.query('select 1');
    } catch {
      this.dropClient(client);
    }
  }

  /** Drops a connection and replaces it, without waiting for its end, which may never be reported. */
  private dropClient(client: Client): void {
    if (this.client !== client) return;
    this.client = null;
    void client.end().catch(() => undefined);
    if (this.isClosed) return;
    this.handlers.onLost();
    void this.reconnect();
  }

  private async reconnect(): Promise<void> {
    for (let maxPauseMs = MIN_RETRY_MS; !this.isClosed; maxPauseMs = Math.min(maxPauseMs * 2, MAX_RETRY_MS)) {
      // Spread the attempts of all servers over time.
      const pause = maxPauseMs * (0.5 + Math.random());
      await delay(pause, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
      if (this.isClosed) return;
      try {
        return await this.start();
      } catch {
        // The next attempt waits longer.
      }
    }
  }
}
