import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase, lockFolder, startDatabase } from '../../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../../server/src/testing/api/client';
import { formatTable, measureTime } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { startApi } from '../../support/server-process';
import { getCreated, loadWorkspace, type BenchWorkspace } from './lists/bench-workspace';
import { addPoints, measureExport, measureIds } from './lists/large-reads';
import { measureBulkChange, measureFilterPairs, measureReads, SCALE_HEADER } from './lists/scale';

/**
 * Measures a workspace with one to ten million images, and twice as many objects and labels. The data is stored in a temporary
 * folder, or in a folder that later runs reuse. Arguments select the sections to measure. The default is all sections.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      images: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '5' },
      data: { type: 'string' },
    },
  });
  const isRequested = (section: 'lists' | 'change' | 'ids' | 'exports' | 'start') =>
    positionals.length === 0 || positionals.includes(section);
  const [images, rounds] = [Number(values.images), Number(values.rounds)];
  const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'bench-scale-')));
  await mkdir(dataDir, { recursive: true });
  print(formatLoad());
  const bench = await openWorkspace(dataDir, images);
  let api = await startApi(dataDir);
  try {
    const config = findRunningDatabase(dataDir, 'console');
    const db = connect(config, { max: 2 });
    const client = new TestClient(api.origin, `Token ${bench.apiToken}`);
    if (isRequested('lists')) {
      const pairs = await measureFilterPairs(client, config, bench, rounds);
      const reads = await measureReads(client, db, bench, rounds);
      print(`\n${formatTable(SCALE_HEADER, [...pairs, ...reads])}\n`);
    }
    if (isRequested('change')) print(await measureBulkChange(client, db, bench));
    if (isRequested('ids')) print(await measureIds(client));
    if (isRequested('exports')) {
      await addPoints(db, bench);
      print(
        await measureExport(api, client, '2 million points, CVAT', { format: 'cvat', filter: { labels: [bench.rareLabel] } }),
      );
      print(
        await measureExport(api, client, '2 million boxes, COCO', {
          format: 'coco',
          filter: { created_after: getCreated(Math.max(0, bench.images - 1_000_000)) },
        }),
      );
    }
    await db.destroy();
    if (isRequested('start')) {
      await api.stop();
      const startMs = await measureTime(async () => {
        api = await startApi(dataDir);
      });
      print(`Start of the server: ${(startMs / 1000).toFixed(1)} s (limit 10 s)`);
    }
    print(formatLoad());
  } finally {
    await api.stop();
    if (values.data === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Loads the workspace, or reads the ids of the workspace that an earlier run loaded and described in the file. */
async function openWorkspace(dataDir: string, images: number): Promise<BenchWorkspace> {
  const file = join(dataDir, 'bench-workspace.json');
  if (!existsSync(file)) await writeFile(file, JSON.stringify(await loadWorkspaceIntoFolder(dataDir, images)));
  const storedWorkspace = JSON.parse(await readFile(file, 'utf8')) as BenchWorkspace & { middle: string };
  return { ...storedWorkspace, middle: new Date(storedWorkspace.middle) };
}

/** Loads the workspace into a database that does not wait for the disk. */
async function loadWorkspaceIntoFolder(dataDir: string, images: number): Promise<BenchWorkspace> {
  // The server creates the database and its tables.
  await (await startApi(dataDir)).stop();
  const folderLock = lockFolder(dataDir);
  const database = await startDatabase({ dataDir, durable: false });
  const db = connect(database.options('console'), { max: 5 });
  try {
    const started = performance.now();
    const bench = await loadWorkspace(db, images);
    const { rows } = await sql<{ size: string }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
    print(`${images} images loaded in ${((performance.now() - started) / 1000).toFixed(0)} s, database ${rows[0]?.size}`);
    return bench;
  } finally {
    await db.destroy();
    await database.stop();
    folderLock.release();
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
