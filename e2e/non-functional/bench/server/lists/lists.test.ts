import { expectBody, TestClient } from '../../../../../server/src/testing/api/client';
import type { ListEnvelope } from '../../../../../server/src/testing/api/fixtures';
import { setUpTestServer } from '../../../../../server/src/testing/api/test-server';
import { loadGroups, measureGroups } from './groups';
import { loadWorkspace } from './bench-workspace';
import { measureAlternately, percentile, formatTable } from '../../../support/measure';
import { loadProducts, measureProducts } from './products';

it('percentile returns the smallest value that covers the given ratio of numbers', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(numbers, 0.5), percentile(numbers, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
});

it('measureAlternately excludes the warm-up rounds', async () => {
  const callOrder: string[] = [];
  const [firstDurations, secondDurations] = await measureAlternately(
    2,
    [async () => callOrder.push('a'), async () => callOrder.push('b')],
    1,
  );
  expect(callOrder.join('')).toBe('ababab');
  expect([firstDurations?.length, secondDurations?.length]).toEqual([2, 2]);
});

it('formatTable aligns numbers to the right', () => {
  expect(
    formatTable(
      ['name', 'ms'],
      [
        ['a', 7.25],
        ['longer', 250.4],
      ],
    ),
  ).toBe('name     ms\na       7.3\nlonger  250');
});

describe('the benchmark workspace', () => {
  const server = setUpTestServer();

  it('contains rows for all measured lists', async () => {
    const workspace = await loadWorkspace(server.db, 1000);
    const client = new TestClient(server.origin, `Token ${workspace.apiToken}`);
    const countImages = async (query: Record<string, string | boolean | string[]>) =>
      expectBody<ListEnvelope<unknown>>(await client.get('/recognition/v2/training-image/', query)).count;
    expect(await countImages({})).toBe(1000);
    expect(await countImages({ verified: true })).toBe(300);
    expect(await countImages({ labels: [workspace.rareLabel] })).toBe(1);
    expect(await countImages({ imagejob: workspace.job, not_in: true })).toBe(950);
    expect(await countImages({ created_after: workspace.middle.toISOString() })).toBe(500);
    expect(expectBody<ListEnvelope<unknown>>(await client.get('/detection/v2/object/')).count).toBe(2000);
    const groups = await loadGroups(server.db, workspace, 100, 50);
    const rows = await measureGroups(client, groups, 1);
    const counts = Object.fromEntries(rows.map(([name, matches]) => [name, matches]));
    expect(counts).toMatchObject({ 'no filter': '100', test: '9', '3+ members': '51', 'the large group': '50' });
    const products = await loadProducts(server.db, workspace, 240);
    const productCounts = Object.fromEntries(
      (await measureProducts(client, products, 1)).map(([name, matched]) => [name, matched]),
    );
    expect(productCounts).toMatchObject({
      'no filter': '240',
      'not verified': '96',
      empty: '12',
      'without images': '12',
      'without a price': '80',
      collections: '8',
      sets: '3',
      'images of a product': '3',
    });
    expect(Number(productCounts.incomplete) + Number(productCounts.complete)).toBe(240);
  });
});
