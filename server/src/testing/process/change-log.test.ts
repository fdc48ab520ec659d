import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../database/test-database';
import { ConcurrentEdits } from '../servers/concurrent-edits';
import { startFleet, TEST_USER, type Fleet } from '../servers/fleet';
import { findLogDifferences } from '../servers/replay-log';
import { bundleServer, stopLeftovers } from '../servers/server-process';
import { waitUntil } from '../wait/wait-until';

jest.setTimeout(180_000);

const KILL_COUNT = process.env.LONG ? 3 : 1;

let database: TestDatabase;
let fleet: Fleet;
beforeAll(bundleServer);
beforeEach(async () => {
  database = await cloneDatabase();
  fleet = await startFleet(database.options);
});
afterEach(async () => {
  await fleet.close();
  await stopLeftovers();
  await database.drop();
});

/** Waits until nobody writes: transactions of killed servers have ended, and background work is done. */
async function waitForWriters(): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select from long_work where state in ('queued', 'running')) or exists (
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
          and backend_type = 'client backend') as busy`.execute(fleet.db);
    return rows[0]?.busy === false;
  });
}

describe('the change log', () => {
  it('matches the stored rows after two servers wrote the same rows and one was killed', async () => {
    let server = await fleet.start();
    await fleet.createTestWorkspace();
    await fleet.start();
    const edits = new ConcurrentEdits(fleet.origin, TEST_USER);
    await edits.start();
    for (let round = 1; round <= KILL_COUNT; round += 1) {
      const targetCount = edits.acknowledged + 25;
      await waitUntil(() => edits.acknowledged >= targetCount);
      await fleet.kill(server);
      server = await fleet.start();
    }
    await waitUntil(() => edits.acknowledged >= 80 && edits.imports > 0);
    await edits.stop();
    await waitForWriters();
    expect(await findLogDifferences(fleet.db)).toEqual([]);
  });
});
