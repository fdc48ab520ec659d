import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { KEEP_ALIVE_OPTIONS, detectDeadClient } from './connection';

const RETRY_MS = 200;

interface PersistentSession {
  /** Returns the current connection. Statements fail on a lost connection until it is replaced. */
  client: () => Client;
  close: () => Promise<void>;
}

/**
 * Opens a separate connection that is reopened and prepared again whenever it is lost. Used for state that PostgreSQL binds to a session,
 * such as advisory locks. Rejects if the first connection fails. Later, `prepare` is retried until it succeeds or `onError` returns 'stop'.
 */
export async function openPersistentSession(
  config: ClientConfig,
  prepare: (client: Client) => Promise<void>,
  onError: (error: unknown) => 'retry' | 'stop' = () => 'retry',
): Promise<PersistentSession> {
  let isClosed = false;
  let currentSession = await openSession();

  async function openSession(): Promise<Client> {
    const client = new Client({ ...KEEP_ALIVE_OPTIONS, ...config });
    // A broken connection also emits 'end'. Without a listener, the error event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await detectDeadClient(client);
      await prepare(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }
  function watchForErrors(client: Client): void {
    client.once('end', () => {
      if (!isClosed) void reopen();
    });
  }
  async function reopen(): Promise<void> {
    while (!isClosed) {
      try {
        currentSession = await openSession();
        watchForErrors(currentSession);
        if (isClosed) await currentSession.end();
        return;
      } catch (error) {
        if (onError(error) === 'stop') return;
        await delay(RETRY_MS);
      }
    }
  }

  watchForErrors(currentSession);
  return {
    client: () => currentSession,
    close: async () => {
      isClosed = true;
      await currentSession.end().catch(() => undefined);
    },
  };
}
