import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../../server/src/testing/api/client';
import { formatTable, type Cell } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { startApi } from '../../support/server-process';
import { IMPORT_HEADER, measureImportCost } from './change-log/import-cost';
import { loadChanges, measureStorage } from './change-log/load-changes';
import { measureReads, READ_HEADER } from './change-log/reads';
import { measureWriteCost, WRITE_HEADER } from './change-log/write-cost';
import { loadWorkspace } from './lists/bench-workspace';

const BENCH_PARTS = ['reads', 'writes', 'import'] as const;
type BenchPart = (typeof BENCH_PARTS)[number];

/**
 * Measures the change log of a server in a temporary folder: read times, storage size, and the additional time of writes and
 * imports. The exit code is 1 if a limit is exceeded.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      changes: { type: 'string', default: '10000000' },
      rounds: { type: 'string', default: '40' },
      'write-rounds': { type: 'string', default: '10' },
      only: { type: 'string' },
    },
  });
  const selectedParts = toParts(values.only);
  const [changes, rounds, writeRounds] = [values.changes, values.rounds, values['write-rounds']].map(Number) as [
    number,
    number,
    number,
  ];
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-history-'));
  const api = await startApi(dataDir);
  const config = findRunningDatabase(dataDir, 'console');
  const db = connect(config, { max: 2 });
  const bareClient = new Client(config);
  await bareClient.connect();
  try {
    print(formatLoad());
    const startTime = performance.now();
    const { workspaceId, apiToken } = await loadWorkspace(db, 6000);
    const client = new TestClient(api.origin, `Token ${apiToken}`);
    const exceededLimits: string[] = [];
    const printReport = (header: readonly string[], measured: { rows: Cell[][]; exceeded: string[] }) => {
      print(`\n${formatTable(header, measured.rows)}`);
      exceededLimits.push(...measured.exceeded);
    };
    if (selectedParts.has('reads')) {
      const log = await loadChanges(db, workspaceId, changes);
      print(`${log.changes} changes in ${log.sets} sets loaded in ${((performance.now() - startTime) / 1000).toFixed(0)} s`);
      print(await measureStorage(db));
      printReport(READ_HEADER, await measureReads({ client, bare: bareClient, config, workspaceId }, log, rounds));
    }
    if (selectedParts.has('writes')) printReport(WRITE_HEADER, await measureWriteCost(client, db, workspaceId, writeRounds));
    if (selectedParts.has('import')) printReport(IMPORT_HEADER, await measureImportCost(client, db, workspaceId, writeRounds));
    print(formatLoad());
    print(exceededLimits.length === 0 ? 'All limits are met.' : `Limits exceeded: ${exceededLimits.join('; ')}`);
    process.exitCode = exceededLimits.length === 0 ? 0 : 1;
  } finally {
    await bareClient.end();
    await db.destroy();
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function toParts(requestedNames: string | undefined): ReadonlySet<BenchPart> {
  const selectedParts = BENCH_PARTS.filter((part) => requestedNames === undefined || part === requestedNames);
  if (selectedParts.length === 0) throw new Error(`--only must be one of ${BENCH_PARTS.join(', ')}`);
  return new Set(selectedParts);
}

ignoreClosedOutput();
main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
