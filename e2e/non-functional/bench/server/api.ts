import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { expectBody, TestClient } from '../../../../server/src/testing/api/client';
import { GROUPS_HEADER, loadGroups, measureGroups } from './lists/groups';
import { LIST_HEADER, recordListStatements, measureLists, PAGE_SIZE, SORTS } from './lists/images';
import { loadWorkspace } from './lists/bench-workspace';
import { percentile, measureRate, formatTable } from '../../support/measure';
import { startApi } from '../../support/server-process';
import { startBareServer } from './start-bare-server';
import { measureUploads } from './uploads';
import { formatLoad, print } from '../../support/output';

const CALLER_COUNT = 8;

/** Measures the API server with a temporary data folder. Reports ratios to the same work without the server. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      images: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '100' },
      calls: { type: 'string', default: '3000' },
      groups: { type: 'string', default: '10000' },
    },
  });
  const [images, rounds, calls] = [values.images, values.rounds, values.calls].map(Number) as [number, number, number];
  const groupCount = Number(values.groups);
  const dataDir = await mkdtemp(join(tmpdir(), 'console-bench-'));
  const api = await startApi(dataDir);
  try {
    print(formatLoad());
    const config = findRunningDatabase(dataDir, 'console');
    const db = connect(config, { max: 2 });
    const started = performance.now();
    const workspace = await loadWorkspace(db, images);
    const groups = await loadGroups(db, workspace, groupCount);
    await db.destroy();
    print(
      `${images} images, ${images * 2} objects and ${Math.ceil(images * 0.3)} verifications loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    const client = new TestClient(api.origin, `Token ${workspace.apiToken}`);
    const bareClient = new Client(config);
    await bareClient.connect();
    print(`\n${formatTable(GROUPS_HEADER, await measureGroups(client, groups, rounds))}`);
    for (const sort of SORTS)
      print(
        `\nSorted: ${sort}\n${formatTable(LIST_HEADER, await measureLists(client, bareClient, config, workspace, rounds, sort))}`,
      );
    await bareClient.end();

    const requestList = async () => expectBody(await client.get('/recognition/v2/training-image/', { page_size: PAGE_SIZE }));
    const bareServer = await startBareServer(config, await recordListStatements(config, workspace.workspaceId, {}, 1));
    const bareServerClient = new TestClient(bareServer.origin, null);
    const requestBareList = async () => expectBody(await bareServerClient.get('/list'));
    await Promise.all([requestList(), requestBareList()]);
    const rates: [number, number][] = [];
    for (let round = 0; round < 3; round += 1) {
      rates.push([await measureRate(requestList, CALLER_COUNT, 3000), await measureRate(requestBareList, CALLER_COUNT, 3000)]);
    }
    await bareServer.stop();
    const [serverRate, bareRate] = [
      percentile(
        rates.map(([a]) => a),
        0.5,
      ),
      percentile(
        rates.map(([, b]) => b),
        0.5,
      ),
    ];
    const { uploads, scaled, complete } = await measureUploads(client, join(dataDir, 'bench-files'), 15);
    const [uploadMs, scaledMs, completeMs] = [uploads, scaled, complete].map((durations) => percentile(durations, 0.5)) as [
      number,
      number,
      number,
    ];
    print(
      `\n${formatTable(
        ['', 'server', 'without it', 'ratio'],
        [
          [`${PAGE_SIZE}-row list, requests a second (bare Fastify)`, serverRate, bareRate, (serverRate / bareRate).toFixed(2)],
          [
            'upload of 12 megapixels, ms p50 (sharp, every pixel decoded, and files)',
            uploadMs,
            completeMs,
            (uploadMs / completeMs).toFixed(2),
          ],
          [
            'upload of 12 megapixels, ms p50 (sharp, scaled decoding, and files)',
            uploadMs,
            scaledMs,
            (uploadMs / scaledMs).toFixed(2),
          ],
        ],
      )}`,
    );

    const memory = [api.memory()];
    for (let chunkIndex = 0; chunkIndex < 4; chunkIndex += 1) {
      for (let finishedCalls = 0; finishedCalls < calls / 4; finishedCalls += CALLER_COUNT)
        await Promise.all(Array.from({ length: CALLER_COUNT }, requestList));
      memory.push(api.memory());
    }
    print(
      `\nMemory of the server in MB, before and after each quarter of ${calls} lists: ${memory.map((megabytes) => megabytes.toFixed(0)).join(', ')}`,
    );
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
