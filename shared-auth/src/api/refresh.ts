import { readTokens, watchTokens, writeTokens, type Tokens } from '../session/tokens';
import { ApiError } from './errors';

const lockName = 'console-session-refresh';

/** Of what another tab has written to local storage: it is in another process, and its lock is here sooner than its tokens. */
const newsWithinMs = 1000;

/**
 * Web Locks exist in secure contexts only (https or localhost); elsewhere the server's grace for a used refresh token covers
 * tabs that collide.
 * @param run is told whether another tab held the lock until now
 */
async function underLock<T>(run: (waited: boolean) => Promise<T>): Promise<T> {
  if (!navigator.locks) return run(false);
  const atOnce = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { answer: await run(false) } : null,
  );
  return atOnce ? atOnce.answer : navigator.locks.request(lockName, () => run(true));
}

/** Resolves when other tokens are here, or when they should have been. */
function newsOfTokens(refused: string): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      unwatch();
      resolve();
    };
    const timer = setTimeout(settle, newsWithinMs);
    const unwatch = watchTokens((tokens) => tokens?.access !== refused && settle());
  });
}

/**
 * One refresh for any number of simultaneous 401s, in this tab by sharing the promise, across tabs by a lock
 * inside which the tokens are read again: a tab that waited finds the pair another one fetched.
 * The result takes the access token that was refused and resolves to one to use instead; rejects with 401 when the session is over.
 */
export function createRefresher(exchange: (refresh: string) => Promise<Tokens>): (refused: string) => Promise<string> {
  let running: Promise<string> | null = null;

  async function refresh(refused: string, waited: boolean): Promise<string> {
    if (waited && readTokens()?.access === refused) await newsOfTokens(refused);
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
    running ??= underLock((waited) => refresh(refused, waited)).finally(() => {
      running = null;
    });
    return running;
  };
}
