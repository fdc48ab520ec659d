import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../../server/src/testing/api/client';
import { formatTable } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { BUILT_SERVER, startApi } from '../../support/server-process';
import { loadChanges, measureStorage } from './change-log/load-changes';
import { measureReads, READ_HEADER } from './change-log/reads';
import { measureWriteCost, WRITE_HEADER } from './change-log/write-cost';
import { loadWorkspace } from './lists/bench-workspace';

/**
 * Measures the change log of a server in a temporary folder: reading it, its storage, and what it costs writes. The exit code is
 * 1 if a limit is exceeded.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      changes: { type: 'string', default: '10000000' },
      rounds: { type: 'string', default: '40' },
      'write-rounds': { type: 'string', default: '10' },
    },
  });
  const [changes, rounds, writeRounds] = [values.changes, values.rounds, values['write-rounds']].map(Number) as [
    number,
    number,
    number,
  ];
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-history-'));
  const api = await startApi(dataDir, { program: BUILT_SERVER });
  const config = findRunningDatabase(dataDir, 'console');
  const db = connect(config, { max: 2 });
  const bare = new Client(config);
  await bare.connect();
  try {
    print(formatLoad());
    const started = performance.now();
    const { workspaceId, apiToken } = await loadWorkspace(db, 6000);
    const log = await loadChanges(db, workspaceId, changes);
    print(`${log.changes} changes in ${log.sets} sets loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    print(await measureStorage(db));
    const client = new TestClient(api.origin, `Token ${apiToken}`);
    const reads = await measureReads({ client, bare, config, workspaceId }, log, rounds);
    print(`\n${formatTable(READ_HEADER, reads.rows)}`);
    const writes = await measureWriteCost(client, db, workspaceId, writeRounds);
    print(`\n${formatTable(WRITE_HEADER, writes.rows)}`);
    print(formatLoad());
    const exceeded = [...reads.exceeded, ...writes.exceeded];
    print(exceeded.length === 0 ? 'All limits are met.' : `Limits exceeded: ${exceeded.join('; ')}`);
    process.exitCode = exceeded.length === 0 ? 0 : 1;
  } finally {
    await bare.end();
    await db.destroy();
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

ignoreClosedOutput();
main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
