import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { KEEP_ALIVE, letGoWhenGone } from './connection';

const RETRY_MS = 200;

export interface KeptSession {
  /** The connection of now; a lost one fails until the next stands. */
  client: () => Client;
  close: () => Promise<void>;
}

/**
 * A connection of its own that is made anew, and prepared anew, whenever it is lost: for what PostgreSQL keeps with a
 * session, such as advisory locks. Rejects when the first cannot be had. Later, `prepare` is tried until it succeeds,
 * or until `onError` says that there is no use.
 */
export async function keepSession(
  config: ClientConfig,
  prepare: (client: Client) => Promise<void>,
  onError: (error: unknown) => 'again' | 'stop' = () => 'again',
): Promise<KeptSession> {
  let closed = false;
  let current = await open();

  async function open(): Promise<Client> {
    const client = new Client({ ...KEEP_ALIVE, ...config });
    // A broken connection ends; unheard, the event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await letGoWhenGone(client);
      await prepare(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }
  function watch(client: Client): void {
    client.once('end', () => {
      if (!closed) void openAgain();
    });
  }
  async function openAgain(): Promise<void> {
    while (!closed) {
      try {
        current = await open();
        watch(current);
        if (closed) await current.end();
        return;
      } catch (error) {
        if (onError(error) === 'stop') return;
        await delay(RETRY_MS);
      }
    }
  }

  watch(current);
  return {
    client: () => current,
    close: async () => {
      closed = true;
      await current.end().catch(() => undefined);
    },
  };
}
