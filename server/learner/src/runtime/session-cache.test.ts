import { SessionCache } from './session-cache';

/** A cache of two sessions, and the events of its sessions in order. */
function createCache() {
  const events: string[] = [];
  const openSession = (file: string) => {
    events.push(`open ${file}`);
    if (file === 'broken') return Promise.reject(new Error('no model'));
    return Promise.resolve({
      file,
      release: () => {
        events.push(`release ${file}`);
        return Promise.resolve();
      },
    });
  };
  const cache = new SessionCache(openSession, 2);
  return { events, run: (file: string, wait = Promise.resolve()) => cache.run(file, 1, async () => wait) };
}

describe('cached sessions', () => {
  it('are released once when more recently used ones replace them', async () => {
    const { events, run } = createCache();
    for (const file of ['a', 'b', 'a', 'c', 'd', 'b', 'b']) await run(file);
    expect(events).toEqual(['open a', 'open b', 'open c', 'release b', 'open d', 'release a', 'open b', 'release c']);
  });

  it('are released after their last run, not during it', async () => {
    const { events, run } = createCache();
    let finish = () => undefined as void;
    const longRun = run('a', new Promise((resolve) => (finish = resolve)));
    const shortRun = run('a');
    await run('b');
    await run('c');
    await shortRun;
    expect(events).toEqual(['open a', 'open b', 'open c']);
    // A run that starts after the eviction uses a new session.
    await run('a');
    expect(events.filter((event) => event.endsWith(' a'))).toEqual(['open a', 'open a']);
    finish();
    await longRun;
    expect(events.filter((event) => event === 'release a')).toHaveLength(1);
  });

  it('are opened again after a failure', async () => {
    const { events, run } = createCache();
    await expect(run('broken')).rejects.toThrow('no model');
    await expect(run('broken')).rejects.toThrow('no model');
    expect(events).toEqual(['open broken', 'open broken']);
  });

  it('are released after a run that failed', async () => {
    const { events, run } = createCache();
    const failingRun = run('a', Promise.reject(new Error('no memory')));
    await Promise.all([expect(failingRun).rejects.toThrow('no memory'), run('b'), run('c')]);
    expect(events.filter((event) => event === 'release a')).toHaveLength(1);
  });
});
