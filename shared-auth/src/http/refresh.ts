import { readTokens, watchTokens, writeTokens, type Tokens } from '../tokens/tokens';
import { ApiError } from './errors';

const LOCK_NAME = 'console-session-refresh';

/** Time to wait for the tokens that another tab stores. The tab may release its lock before this tab sees the new local storage. */
const TOKEN_WAIT_MS = 1000;

/**
 * Runs a function while no other tab refreshes tokens. Web Locks exist in secure contexts only (HTTPS or localhost). Without them,
 * several tabs may refresh at once, so the server accepts a used refresh token for a short time.
 * @param run `hasWaited` is true if the function had to wait for another tab
 */
async function runWithLock<T>(run: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (!navigator.locks) return run(false);
  const immediateResult = await navigator.locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : null,
  );
  return immediateResult ? immediateResult.result : navigator.locks.request(LOCK_NAME, () => run(true));
}

/** Resolves when the stored access token changes, or after a timeout. */
function waitForNewTokens(refusedToken: string): Promise<void> {
  return new Promise((resolve) => {
    const finishWait = () => {
      clearTimeout(timer);
      stopWatching();
      resolve();
    };
    const timer = setTimeout(finishWait, TOKEN_WAIT_MS);
    const stopWatching = watchTokens((tokens) => tokens?.access !== refusedToken && finishWait());
  });
}

/**
 * Creates a function that takes a refused access token and resolves to a new one. It rejects with 401 if the session has ended.
 * Simultaneous calls share one refresh: calls in one tab share a promise, and calls in different tabs share a lock. A tab that has
 * waited for the lock uses the tokens that the other tab has stored.
 */
export function createRefresher(exchange: (refresh: string) => Promise<Tokens>): (refusedToken: string) => Promise<string> {
  let pendingRefresh: Promise<string> | null = null;

  async function refreshStoredTokens(refusedToken: string, hasWaited: boolean): Promise<string> {
    if (hasWaited && readTokens()?.access === refusedToken) await waitForNewTokens(refusedToken);
    const storedTokens = readTokens();
    if (!storedTokens) throw new ApiError(401, 'Signed out');
    if (storedTokens.access !== refusedToken) return storedTokens.access;
    let newTokens: Tokens;
    try {
      newTokens = await exchange(storedTokens.refresh);
    } catch (error) {
      // Without locks, another tab may have used the same refresh token first. Use the tokens that it has stored.
      const currentTokens = readTokens();
      if (currentTokens && currentTokens.access !== refusedToken) return currentTokens.access;
      throw error;
    }
    // Without stored tokens, the user has logged out during the request.
    if (!readTokens()) throw new ApiError(401, 'Signed out');
    writeTokens(newTokens);
    return newTokens.access;
  }

  return (refusedToken) => {
    const storedTokens = readTokens();
    if (storedTokens && storedTokens.access !== refusedToken) return Promise.resolve(storedTokens.access);
    pendingRefresh ??= runWithLock((hasWaited) => refreshStoredTokens(refusedToken, hasWaited)).finally(() => {
      pendingRefresh = null;
    });
    return pendingRefresh;
  };
}
