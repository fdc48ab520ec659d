import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../../server/src/testing/api/client';
import { GROUPS_HEAD, loadGroups, measureGroups } from './lists/groups';
import { loadWorkspace } from './lists/bench-workspace';
import { formatTable } from '../../support/measure';
import { startApi } from '../../support/server-process';
import { loadProducts, measureProducts, PRODUCTS_HEAD } from './lists/products';

const print = (text: string) => process.stdout.write(`${text}\n`);
const load = () =>
  `Load of the machine: ${loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}`;

/** Measures the lists of products and groups of a server in a temporary folder. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '100000' },
      groups: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '100' },
    },
  });
  const [products, groups, rounds] = [values.products, values.groups, values.rounds].map(Number) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'console-bench-'));
  const api = await startApi(dataDir);
  try {
    print(load());
    const db = connect(findRunningDatabase(dataDir, 'console'), { max: 2 });
    const started = performance.now();
    const workspace = await loadWorkspace(db, 6000);
    const loadedGroups = groups > 0 ? await loadGroups(db, workspace, groups) : null;
    const loadedProducts = await loadProducts(db, workspace, products);
    await db.destroy();
    print(
      `${products} products with their pictures and ${groups} groups loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    const client = new TestClient(api.origin, `Token ${workspace.apiToken}`);
    print(`\n${formatTable(PRODUCTS_HEAD, await measureProducts(client, loadedProducts, rounds))}`);
    if (loadedGroups) print(`\n${formatTable(GROUPS_HEAD, await measureGroups(client, loadedGroups, rounds))}`);
    print(load());
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
