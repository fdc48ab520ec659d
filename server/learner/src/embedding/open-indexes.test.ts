import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexCache } from './open-indexes';
import { EMBEDDING } from './projection';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'open-indexes-'));
});
afterAll(() => rm(root, { recursive: true }));

const createEntries = (count: number) =>
  Array.from({ length: count }, () => ({ id: randomUUID(), embedding: new Int8Array(EMBEDDING.length).fill(5) }));

it('IndexCache closes the least recently used index above the limit and reopens it complete', async () => {
  const indexes = new IndexCache(5);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [a, b]) (await indexes.open(folder)).add(createEntries(2));
  await indexes.open(a);
  expect(indexes.folders).toEqual([b, a]);
  (await indexes.open(c)).add(createEntries(2));
  await indexes.open(c);
  expect(indexes.folders).toEqual([a, c]);
  expect((await indexes.open(b)).count).toBe(2);
  expect(indexes.folders).toEqual([c, b]);
});

it('IndexCache keeps the requested index open even if it exceeds the limit', async () => {
  const indexes = new IndexCache(1);
  const folder = join(root, 'large');
  (await indexes.open(folder)).add(createEntries(9));
  expect((await indexes.open(folder)).count).toBe(9);
  expect(indexes.folders).toEqual([folder]);
});
