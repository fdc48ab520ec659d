import { readTokens, writeTokens, type Tokens } from '../session/tokens';
import { ApiError } from './errors';

const lockName = 'console-session-refresh';

/** Web Locks exist in secure contexts only (https or localhost); elsewhere the server's grace for a used refresh token covers tabs that collide. */
function underLock<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(lockName, run) : run();
}

/**
 * One refresh for any number of simultaneous 401s, in this tab by sharing the promise, across tabs by a lock
 * inside which the tokens are read again: a tab that waited finds the pair another one fetched.
 * The result takes the access token that was refused and resolves to one to use instead; rejects with 401 when the session is over.
 */
export function createRefresher(exchange: (refresh: string) => Promise<Tokens>): (refused: string) => Promise<string> {
  let running: Promise<string> | null = null;

  async function refresh(refused: string): Promise<string> {
    const held = readTokens();
    if (!held) throw new ApiError(401, 'Signed out');
    if (held.access !== refused) return held.access;
    let fresh: Tokens;
    try {
      fresh = await exchange(held.refresh);
    } catch (error) {
      // Without locks another tab may have used the same token first: what it fetched is as good.
      const now = readTokens();
      if (now && now.access !== refused) return now.access;
      throw error;
    }
    // A logout while the exchange was under way stands.
    if (!readTokens()) throw new ApiError(401, 'Signed out');
    writeTokens(fresh);
    return fresh.access;
  }

  return (refused) => {
    const held = readTokens();
    if (held && held.access !== refused) return Promise.resolve(held.access);
    running ??= underLock(() => refresh(refused)).finally(() => {
      running = null;
    });
    return running;
  };
}
