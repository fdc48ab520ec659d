/** The part of an inference session that the cache needs. */
interface Releasable {
  release: () => Promise<void>;
}

interface CachedSession<Session> {
  opening: Promise<Session>;
  /** Number of runs that have not finished. */
  activeRuns: number;
  isEvicted: boolean;
}

/**
 * Keeps the sessions of the most recently used models open. The memory of a session is outside the JavaScript heap, so the
 * garbage collector frees it late or never. Evicted sessions are therefore released after their last run.
 */
export class SessionCache<Session extends Releasable> {
  private readonly sessions = new Map<string, CachedSession<Session>>();

  constructor(
    private readonly open: (file: string, threads: number) => Promise<Session>,
    private readonly maxSessions: number,
  ) {}

  /** Calls `run` with the session of a file. The session must not be used afterwards. */
  async run<T>(file: string, threads: number, run: (session: Session) => Promise<T>): Promise<T> {
    const session = this.sessions.get(file) ?? { opening: this.open(file, threads), activeRuns: 0, isEvicted: false };
    this.sessions.delete(file);
    this.sessions.set(file, session);
    session.activeRuns += 1;
    this.evictOldest();
    try {
      const openedSession = await session.opening.catch((error: unknown) => {
        if (this.sessions.get(file) === session) this.sessions.delete(file);
        throw error;
      });
      return await run(openedSession);
    } finally {
      session.activeRuns -= 1;
      await releaseIfUnused(session);
    }
  }

  private evictOldest(): void {
    const [oldest] = this.sessions;
    if (this.sessions.size <= this.maxSessions || !oldest) return;
    const [file, session] = oldest;
    this.sessions.delete(file);
    session.isEvicted = true;
    void releaseIfUnused(session);
  }
}

/** Releases an evicted session that has no runs. This happens only once, because no new run gets the session of an evicted entry. */
async function releaseIfUnused<Session extends Releasable>({
  opening,
  activeRuns,
  isEvicted,
}: CachedSession<Session>): Promise<void> {
  if (!isEvicted || activeRuns > 0) return;
  const session = await opening.catch(() => null);
  await session?.release();
}
