import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../sampling/random';
import { EmbeddingIndex } from './embedding-index';
import { compareEmbeddingParts, findNearest, openIndex, addEmbeddings } from './index-requests';
import { EMBEDDING } from './projection';
import { loadScan, scanWithoutLibrary } from './scan';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { length, half: coloursLength } = EMBEDDING;
const random = createRandom(11);
const createEmbedding = () => Int8Array.from({ length }, () => Math.round(random() * 254 - 127));
interface Entry {
  id: string;
  embedding: Int8Array;
}
const createEntries = (count: number): Entry[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), embedding: createEmbedding() }));

function getSimilarity(a: Int8Array, b: Int8Array, [from, end]: readonly [number, number]): number {
  const computeDotProduct = (x: Int8Array, y: Int8Array) =>
    x.subarray(from, end).reduce((sum, value, position) => sum + value * y[from + position]!, 0);
  return computeDotProduct(a, b) / Math.sqrt(computeDotProduct(a, a) * computeDotProduct(b, b));
}

it.each([
  ['with the usearch build for this machine', loadScan],
  ['without a library', () => Promise.resolve(scanWithoutLibrary)],
])('the embedding index returns the exact nearest neighbours %s', async (_, loadScan) => {
  const index = await EmbeddingIndex.open(folder, await loadScan());
  const entries = createEntries(3000);
  index.add(entries);
  for (const [part, range] of [
    ['both', [0, length]],
    ['colours', [0, coloursLength]],
    ['features', [coloursLength, length]],
  ] as const) {
    const embedding = createEmbedding();
    const neighbours = index.findNearest({ embedding }, 10, part);
    // Neighbours are sorted by the inner product. The value returned for each is the cosine similarity.
    const computeProduct = (other: Int8Array) => getSimilarity(embedding, other, range) * Math.hypot(...other.subarray(...range));
    const expected = entries
      .map((entry) => ({ ...entry, near: computeProduct(entry.embedding) }))
      .sort((a, b) => b.near - a.near)
      .slice(0, 10);
    expect(neighbours.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    neighbours.forEach(({ likeness }, position) =>
      expect(likeness).toBeCloseTo(getSimilarity(embedding, expected[position]!.embedding, range), 5),
    );
  }
  expect(index.findNearest({ id: entries[5]!.id }, 3000, 'both')).toHaveLength(2999);
});

it('the exact search uses the library usearch on platforms with a build of usearch', async () => {
  const hasBuild = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(`${process.platform}-${process.arch}`);
  expect((await loadScan()) !== scanWithoutLibrary).toBe(hasBuild);
});

it('the index stores added, replaced and removed embeddings in its folder', async () => {
  const entries = createEntries(3000);
  const index = await EmbeddingIndex.open(folder);
  index.add(entries);
  const replacementEmbedding = createEmbedding();
  index.add([{ id: entries[7]!.id.toUpperCase(), embedding: replacementEmbedding }]);
  const removedIds = entries.filter((_, position) => position % 3 === 0 || position > 2900).map(({ id }) => id);
  const removedSet = new Set(removedIds);
  index.remove([...removedIds, randomUUID()]);
  const laterEntries = createEntries(50);
  index.add(laterEntries);
  const remaining = [...entries.filter(({ id }) => !removedSet.has(id)), ...laterEntries];
  for (const openedIndex of [index, await EmbeddingIndex.open(folder)]) {
    expect(openedIndex.count).toBe(remaining.length);
    const isStored = ({ id, embedding }: Entry) =>
      openedIndex.get(id)?.join() === (id === entries[7]!.id ? replacementEmbedding : embedding).join();
    expect(remaining.filter((entry) => !isStored(entry))).toEqual([]);
    expect(removedIds.filter((id) => openedIndex.get(id))).toEqual([]);
    expect(openedIndex.findNearest({ embedding: replacementEmbedding }, 1, 'both')).toEqual([
      { id: entries[7]!.id, likeness: expect.closeTo(1, 6) as number },
    ]);
  }
  expect((await stat(join(folder, 'embeddings'))).size).toBe(remaining.length * length);
});

it('the index restores the complete rows of a folder whose writer was killed', async () => {
  const entries = createEntries(20);
  const index = await EmbeddingIndex.open(folder);
  index.add(entries);
  // Simulate a kill during a write: truncate the last embedding, clear the id of one row, and copy row 18 to row 5. `remove` fills the gap
  // of a removed row with the last row, so after a kill that row may exist twice.
  const [ids, embeddings] = [join(folder, 'ids'), join(folder, 'embeddings')];
  await truncate(embeddings, 19 * length + 50);
  const bytes = await readFile(ids);
  bytes.fill(0, 3 * 16, 4 * 16);
  bytes.copy(bytes, 5 * 16, 18 * 16, 19 * 16);
  await writeFile(ids, bytes);
  await appendFile(ids, Buffer.alloc(7));
  const reopened = await EmbeddingIndex.open(folder);
  expect(reopened.count).toBe(17);
  for (const { id } of [entries[3]!, entries[5]!, entries[19]!]) expect(reopened.get(id)).toBeNull();
  expect(reopened.get(entries[4]!.id)).toEqual(entries[4]!.embedding);
  reopened.add([entries[3]!]);
  expect((await EmbeddingIndex.open(folder)).get(entries[3]!.id)).toEqual(entries[3]!.embedding);
});

it('the index is empty if its embeddings are of another version', async () => {
  (await EmbeddingIndex.open(folder)).add(createEntries(3));
  await writeFile(join(folder, 'about.json'), JSON.stringify({ version: 0, length }));
  expect((await EmbeddingIndex.open(folder)).count).toBe(0);
});

it('the index refuses invalid ids and embeddings of another length', async () => {
  const index = await EmbeddingIndex.open(folder);
  expect(() => index.add([{ id: 'one', embedding: createEmbedding() }])).toThrow('Not a UUID: one');
  expect(() => index.add([{ id: randomUUID(), embedding: new Int8Array(3) }])).toThrow('An embedding has 128 numbers, not 3');
  expect(() => index.findNearest({ id: randomUUID() }, 1, 'both')).toThrow('The index has no embedding with this id');
  expect(index.findNearest({ embedding: createEmbedding() }, 5, 'both')).toEqual([]);
});

it('comparing the parts of embeddings measures how often each finds items of the same group', async () => {
  const groups = Array.from({ length: 6 }, () => {
    const colours = createEmbedding().subarray(0, coloursLength);
    return Array.from({ length: 3 }, () => ({
      id: randomUUID(),
      embedding: Int8Array.from([...colours, ...createEmbedding().subarray(coloursLength)]),
    }));
  });
  expect(await openIndex({ folder })).toEqual({ count: 0, version: EMBEDDING.version });
  expect(await addEmbeddings({ folder, entries: groups.flat() })).toMatchObject({ count: 18 });
  const ids = groups.map((entries) => entries.map(({ id }) => id));
  const comparison = await compareEmbeddingParts({ folder, groups: [...ids, [randomUUID()]] });
  expect(comparison.recall.colours).toBe(1);
  expect(comparison.recall.features).toBeLessThan(0.8);
  expect(await findNearest({ folder, query: { id: ids[0]![0]! }, count: 2, part: 'colours' })).toHaveLength(2);
  expect(await compareEmbeddingParts({ folder, groups: [[ids[0]![0]!], [ids[1]![0]!]] })).toEqual({
    recall: { both: null, colours: null, features: null },
  });
});
