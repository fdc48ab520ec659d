import type { ChangeSet } from '@console/shared-contract/api';
import { Client } from 'pg';
import { expectBody, TestClient } from '../../../../../server/src/testing/api/client';
import { setUpTestServer } from '../../../../../server/src/testing/api/test-server';
import { loadWorkspace } from '../lists/bench-workspace';
import { loadChanges, measureStorage } from './load-changes';
import { measureReads } from './reads';

jest.setTimeout(120_000);

const server = setUpTestServer();

describe('change log benchmark', () => {
  testInLongRun('measures all reads and finds matches for each filter', async () => {
    const { workspaceId, apiToken } = await loadWorkspace(server.db, 100);
    const log = await loadChanges(server.db, workspaceId, 5_000);
    expect(log.changes).toBeGreaterThan(5_000);
    expect(await measureStorage(server.db)).toMatch(/^Storage: 0\.\d+ GB, \d+ bytes a change/);
    const client = new TestClient(server.origin, `Token ${apiToken}`);
    const [largestSet] = expectBody<{ results: ChangeSet[] }>(await client.get('/history/v2/set/', { origin: 'work' })).results;
    expect(largestSet?.changes.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
    const bareClient = new Client(server.connection);
    await bareClient.connect();
    const readTarget = { client, bare: bareClient, config: server.connection, workspaceId };
    try {
      const { rows } = await measureReads(readTarget, log, 1);
      expect(rows).toContainEqual(expect.arrayContaining(['statistics of a month by user', '21']));
      const counts = new Map(rows.map(([name, count]) => [name, Number(count)]));
      for (const name of Object.keys(log.filters).filter((each) => each !== 'all filters')) {
        const hasNoMatches = ['kind without changes', 'user and kind that never coincide'].includes(name);
        expect([name, (counts.get(`activity: ${name}`) ?? NaN) > 0]).toEqual([name, !hasNoMatches]);
      }
    } finally {
      await bareClient.end();
    }
  });
});
