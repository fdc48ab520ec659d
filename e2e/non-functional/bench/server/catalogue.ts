import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../../server/src/testing/api/client';
import { GROUPS_HEADER, loadGroups, measureGroups } from './lists/groups';
import { loadWorkspace } from './lists/bench-workspace';
import { formatTable } from '../../support/measure';
import { startApi } from '../../support/server-process';
import { loadProducts, measureProducts, PRODUCTS_HEADER } from './lists/products';
import { formatLoad, print } from '../../support/output';

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
    print(formatLoad());
    const db = connect(findRunningDatabase(dataDir, 'console'), { max: 2 });
    const started = performance.now();
    const workspace = await loadWorkspace(db, 6000);
    const benchGroups = groups > 0 ? await loadGroups(db, workspace, groups) : null;
    const benchProducts = await loadProducts(db, workspace, products);
    await db.destroy();
    print(
      `${products} products with images and ${groups} groups loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    const client = new TestClient(api.origin, `Token ${workspace.apiToken}`);
    print(`\n${formatTable(PRODUCTS_HEADER, await measureProducts(client, benchProducts, rounds))}`);
    if (benchGroups) print(`\n${formatTable(GROUPS_HEADER, await measureGroups(client, benchGroups, rounds))}`);
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
