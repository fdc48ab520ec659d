import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../../server/src/testing/api/client';
import { formatTable, measureTime } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { startApi } from '../../support/server-process';
import { loadWorkspace } from './lists/bench-workspace';
import { measureBulkChange, measurePairs, measureReads, SCALE_HEADER } from './lists/scale';

/** Measures a workspace with one to ten million images, twice as many objects and labels, in a temporary folder. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { images: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
  });
  const [images, rounds] = [Number(values.images), Number(values.rounds)];
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  let api = await startApi(dataDir);
  try {
    print(formatLoad());
    const config = findRunningDatabase(dataDir, 'console');
    const db = connect(config, { max: 2 });
    const started = performance.now();
    const bench = await loadWorkspace(db, images);
    const { rows } = await sql<{ size: string }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
    print(`${images} images loaded in ${((performance.now() - started) / 1000).toFixed(0)} s, database ${rows[0]?.size}`);
    const client = new TestClient(api.origin, `Token ${bench.apiToken}`);
    const table = [...(await measurePairs(client, config, bench, rounds)), ...(await measureReads(client, db, bench, rounds))];
    print(`\n${formatTable(SCALE_HEADER, table)}\n`);
    print(await measureBulkChange(client, db, bench));
    await db.destroy();
    await api.stop();
    const startMs = await measureTime(async () => {
      api = await startApi(dataDir);
    });
    print(`Start of the server: ${(startMs / 1000).toFixed(1)} s (limit 10 s)`);
    print(formatLoad());
  } finally {
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

ignoreClosedOutput();
main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
