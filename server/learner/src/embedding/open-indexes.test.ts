/** @jest-environment ./tools/jest/native-arrays.cjs */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenIndexes } from './open-indexes';
import { EMBEDDING } from './projection';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'open-indexes-'));
});
afterAll(() => rm(root, { recursive: true }));

const entries = (count: number) =>
  Array.from({ length: count }, () => ({ id: randomUUID(), embedding: new Int8Array(EMBEDDING.length).fill(5) }));

it('closes what was not asked for longest when there are too many embeddings, and opens it again with all it had', async () => {
  const indexes = new OpenIndexes(5);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [a, b]) (await indexes.of(folder)).put(entries(2));
  await indexes.of(a);
  expect(indexes.folders).toEqual([b, a]);
  (await indexes.of(c)).put(entries(2));
  await indexes.of(c);
  expect(indexes.folders).toEqual([a, c]);
  expect((await indexes.of(b)).count).toBe(2);
  expect(indexes.folders).toEqual([c, b]);
});

it('keeps the one that is asked, however large it is', async () => {
  const indexes = new OpenIndexes(1);
  const folder = join(root, 'large');
  (await indexes.of(folder)).put(entries(9));
  expect((await indexes.of(folder)).count).toBe(9);
  expect(indexes.folders).toEqual([folder]);
});
