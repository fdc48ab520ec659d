import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '../random';
import { EmbeddingIndex } from './index';
import { compare, nearest, openIndex, put } from './orders';
import { EMBEDDING } from './projection';
import { bestScan, plainScan } from './scan';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { length, half } = EMBEDDING;
const random = randomOf(11);
const some = () => Int8Array.from({ length }, () => Math.round(random() * 254 - 127));
interface Entry {
  id: string;
  embedding: Int8Array;
}
const entriesOf = (count: number): Entry[] => Array.from({ length: count }, () => ({ id: randomUUID(), embedding: some() }));

function likenessOf(a: Int8Array, b: Int8Array, [from, end]: readonly [number, number]): number {
  const dot = (x: Int8Array, y: Int8Array) => x.subarray(from, end).reduce((sum, value, at) => sum + value * y[from + at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

it.each([
  ['the build of usearch for this machine', bestScan],
  ['no library', () => Promise.resolve(plainScan)],
])('answers by %s what comparing with each one answers', async (_, scanOf) => {
  const index = await EmbeddingIndex.open(folder, await scanOf());
  const entries = entriesOf(3000);
  index.put(entries);
  for (const [by, part] of [
    ['both', [0, length]],
    ['colours', [0, half]],
    ['features', [half, length]],
  ] as const) {
    const embedding = some();
    const said = index.nearest({ embedding }, 10, by);
    // By the inner product, and what is said of each is the cosine.
    const product = (other: Int8Array) => likenessOf(embedding, other, part) * Math.hypot(...other.subarray(...part));
    const expected = entries
      .map((entry) => ({ ...entry, near: product(entry.embedding) }))
      .sort((a, b) => b.near - a.near)
      .slice(0, 10);
    expect(said.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    said.forEach(({ likeness }, at) => expect(likeness).toBeCloseTo(likenessOf(embedding, expected[at]!.embedding, part), 5));
  }
  expect(index.nearest({ id: entries[5]!.id }, 3000, 'both')).toHaveLength(2999);
});

it('scans by the build of usearch where there is one', async () => {
  const hasBuild = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(`${process.platform}-${process.arch}`);
  expect((await bestScan()) !== plainScan).toBe(hasBuild);
});

it('keeps in its folder what was put, replaced and dropped', async () => {
  const entries = entriesOf(3000);
  const index = await EmbeddingIndex.open(folder);
  index.put(entries);
  const replaced = some();
  index.put([{ id: entries[7]!.id.toUpperCase(), embedding: replaced }]);
  const dropped = entries.filter((_, at) => at % 3 === 0 || at > 2900).map(({ id }) => id);
  const gone = new Set(dropped);
  index.drop([...dropped, randomUUID()]);
  const more = entriesOf(50);
  index.put(more);
  const left = [...entries.filter(({ id }) => !gone.has(id)), ...more];
  for (const known of [index, await EmbeddingIndex.open(folder)]) {
    expect(known.count).toBe(left.length);
    const isRight = ({ id, embedding }: Entry) => known.get(id)?.join() === (id === entries[7]!.id ? replaced : embedding).join();
    expect(left.filter((entry) => !isRight(entry))).toEqual([]);
    expect(dropped.filter((id) => known.get(id))).toEqual([]);
    expect(known.nearest({ embedding: replaced }, 1, 'both')).toEqual([
      { id: entries[7]!.id, likeness: expect.closeTo(1, 6) as number },
    ]);
  }
  expect((await stat(join(folder, 'embeddings'))).size).toBe(left.length * length);
});

it('finds the whole rows of a folder whose writer was killed', async () => {
  const entries = entriesOf(20);
  const index = await EmbeddingIndex.open(folder);
  index.put(entries);
  // The last embedding is cut off; the id of another was taken out and has not come back; one moved and still stands at the end.
  const [ids, embeddings] = [join(folder, 'ids'), join(folder, 'embeddings')];
  await truncate(embeddings, 19 * length + 50);
  const bytes = await readFile(ids);
  bytes.fill(0, 3 * 16, 4 * 16);
  bytes.copy(bytes, 5 * 16, 18 * 16, 19 * 16);
  await writeFile(ids, bytes);
  await appendFile(ids, Buffer.alloc(7));
  const again = await EmbeddingIndex.open(folder);
  expect(again.count).toBe(17);
  for (const { id } of [entries[3]!, entries[5]!, entries[19]!]) expect(again.get(id)).toBeNull();
  expect(again.get(entries[4]!.id)).toEqual(entries[4]!.embedding);
  again.put([entries[3]!]);
  expect((await EmbeddingIndex.open(folder)).get(entries[3]!.id)).toEqual(entries[3]!.embedding);
});

it('is empty where the embeddings are of another version', async () => {
  (await EmbeddingIndex.open(folder)).put(entriesOf(3));
  await writeFile(join(folder, 'about.json'), JSON.stringify({ version: 0, length }));
  expect((await EmbeddingIndex.open(folder)).count).toBe(0);
});

it('refuses an id that is none and an embedding of another length', async () => {
  const index = await EmbeddingIndex.open(folder);
  expect(() => index.put([{ id: 'one', embedding: some() }])).toThrow('No UUID: one');
  expect(() => index.put([{ id: randomUUID(), embedding: new Int8Array(3) }])).toThrow('An embedding has 128 numbers, not 3');
  expect(() => index.nearest({ id: randomUUID() }, 1, 'both')).toThrow('There is no such embedding');
  expect(index.nearest({ embedding: some() }, 5, 'both')).toEqual([]);
});

it('says by which part things of one group are found', async () => {
  const groups = Array.from({ length: 6 }, () => {
    const colours = some().subarray(0, half);
    return Array.from({ length: 3 }, () => ({
      id: randomUUID(),
      embedding: Int8Array.from([...colours, ...some().subarray(half)]),
    }));
  });
  expect(await openIndex({ folder })).toEqual({ count: 0, version: EMBEDDING.version });
  expect(await put({ folder, entries: groups.flat() })).toMatchObject({ count: 18 });
  const ids = groups.map((entries) => entries.map(({ id }) => id));
  const said = await compare({ folder, groups: [...ids, [randomUUID()]] });
  expect(said.best).not.toBe('features');
  expect(said.recall.colours).toBe(1);
  expect(said.recall.features).toBeLessThan(0.8);
  expect(await nearest({ folder, to: { id: ids[0]![0]! }, count: 2, by: 'colours' })).toHaveLength(2);
  expect(await compare({ folder, groups: [[ids[0]![0]!], [ids[1]![0]!]] })).toEqual({
    best: 'both',
    recall: { both: null, colours: null, features: null },
  });
});
