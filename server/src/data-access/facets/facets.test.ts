import fc from 'fast-check';
import { sql } from 'kysely';
import { divideMatches } from './bounded-search';
import { cloneDatabase, type TestDatabase } from '../../testing/database/test-database';
import {
  deleteReferenceFacets,
  rebuildFacets,
  searchFacets,
  findSeqRange,
  syncFacets,
  allocateSeqs,
  type FacetTerm,
  type MatchBitmap,
} from './index';

let database: TestDatabase;
let workspaceId: string;
let userId: string;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  const workspace = await database.db.insertInto('workspace').values({ name: 'w' }).returning('id').executeTakeFirstOrThrow();
  workspaceId = workspace.id;
  const user = await database.db
    .insertInto('app_user')
    .values({ email: `${workspaceId}@x.test`, username: workspaceId, password_hash: '', api_token: workspaceId.padEnd(40, '0') })
    .returning('id')
    .executeTakeFirstOrThrow();
  userId = user.id;
});

/** Inserts images with the given `seq` numbers, created one day apart in the order of `seq`. */
async function addImages(seqs: number[]): Promise<Map<number, string>> {
  const rows = await database.db
    .insertInto('training_image')
    .values(
      seqs.map((seq) => ({
        workspace_id: workspaceId,
        seq,
        img_key: 'k',
        thumb_key: 't',
        display_key: null,
        mask_key: null,
        content_type: 'image/png',
        content_hash: String(seq),
        img_width: 10,
        img_height: 10,
        created: new Date(Date.UTC(2024, 0, 1) + seq * 86_400_000),
        created_by: null,
      })),
    )
    .returning(['id', 'seq'])
    .execute();
  await database.db
    .transaction()
    .execute((tx) =>
      syncFacets(tx, workspaceId, [
        { target: 'image', ids: rows.map((row) => row.id), kinds: ['image.exists', 'image.test', 'image.real'] },
      ]),
    );
  return new Map(rows.map((row) => [row.seq, row.id]));
}

async function verifyImages(imageIds: string[]): Promise<void> {
  await database.db
    .insertInto('image_verification')
    .values(imageIds.map((image_id) => ({ workspace_id: workspaceId, image_id, user_id: userId })))
    .execute();
  await database.db
    .transaction()
    .execute((tx) => syncFacets(tx, workspaceId, [{ target: 'image', ids: imageIds, kinds: ['image.verified'] }]));
}

const searchImages = (terms: FacetTerm[], offset = 0, limit = 100, range = {}) =>
  searchFacets(database.db, { workspaceId, entity: 'image', terms, ...range }, offset, limit);

describe('searchFacets', () => {
  it('counts everything and pages from the newest across chunks', async () => {
    await addImages([0, 1, 4095, 4096, 4097, 9000]);
    expect(await searchImages([])).toEqual({ count: 6, seqs: [9000, 4097, 4096, 4095, 1, 0] });
    expect(await searchImages([], 2, 2)).toEqual({ count: 6, seqs: [4096, 4095] });
    expect(await searchImages([], 40, 10)).toEqual({ count: 6, seqs: [] });
  });

  it('supports facets and negated facets', async () => {
    const images = await addImages([0, 5, 4096]);
    await verifyImages([images.get(5) ?? '']);
    expect(await searchImages([{ kind: 'image.verified' }])).toEqual({ count: 1, seqs: [5] });
    expect(await searchImages([{ kind: 'image.verified', not: true }])).toEqual({ count: 2, seqs: [4096, 0] });
  });

  it('supports rows selected by a subquery', async () => {
    await addImages([0, 5, 4096]);
    const selectedSeqs = sql<{ seq: number }>`select unnest(array[5, 4096]) as seq`;
    expect((await searchImages([{ seqs: selectedSeqs }])).seqs).toEqual([4096, 5]);
    expect((await searchImages([{ seqs: selectedSeqs, not: true }])).seqs).toEqual([0]);
  });

  it('limits matches to a date range whose bounds lie within chunks', async () => {
    await addImages([3, 4, 4095, 4096, 5000, 9000]);
    const getDate = (seq: number) => new Date(Date.UTC(2024, 0, 1) + seq * 86_400_000);
    const range = await findSeqRange(database.db, workspaceId, 'image', getDate(4), getDate(5000));
    expect((await searchImages([], 0, 100, range ?? {})).seqs).toEqual([5000, 4096, 4095, 4]);
    expect(await findSeqRange(database.db, workspaceId, 'image', getDate(6000), getDate(7000))).toBeNull();
  });

  it('stops counting after the first million rows with more than maxCount matches', async () => {
    const chunkSize = 4096;
    const [middleSeq, lastSeq] = [300 * chunkSize, 600 * chunkSize];
    await addImages([0, 1, middleSeq, lastSeq, lastSeq + 1]);
    const searchBounded = (offset: number, limit: number, order: 'newest' | 'oldest', maxCount: number, range = {}) =>
      searchFacets(
        database.db,
        { workspaceId, entity: 'image', terms: [{ kind: 'image.verified', not: true }], ...range },
        offset,
        limit,
        order,
        maxCount,
      );
    expect(await searchBounded(0, 1, 'newest', 1)).toEqual({ count: 2, seqs: [lastSeq + 1], isMinimum: true });
    expect(await searchBounded(0, 1, 'newest', 2)).toEqual({ count: 5, seqs: [lastSeq + 1] });
    expect(await searchBounded(1, 3, 'newest', 1)).toEqual({ count: 5, seqs: [lastSeq, middleSeq, 1] });
    expect(await searchBounded(0, 1, 'oldest', 1)).toEqual({ count: 2, seqs: [0], isMinimum: true });
    expect(await searchBounded(1, 2, 'oldest', 1)).toEqual({ count: 5, seqs: [1, middleSeq] });
    expect(await searchBounded(0, 2, 'newest', 1, { from: 1, to: lastSeq })).toEqual({ count: 3, seqs: [lastSeq, middleSeq] });
  });

  it('excludes rows of other workspaces', async () => {
    await addImages([0, 1]);
    const otherWorkspace = await database.db
      .insertInto('workspace')
      .values({ name: 'other' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await searchFacets(database.db, { workspaceId: otherWorkspace.id, entity: 'image', terms: [] }, 0, 10)).toEqual({
      count: 0,
      seqs: [],
    });
  });
});

it('clears the bits of deleted rows and deleted labels', async () => {
  const images = await addImages([0, 1]);
  const ids = [...images.values()];
  const label = await database.db
    .insertInto('recognition_label')
    .values({ workspace_id: workspaceId, name: 'l' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('image_label')
    .values(ids.map((image_id) => ({ image_id, label_id: label.id, workspace_id: workspaceId })))
    .execute();
  await database.db
    .transaction()
    .execute((tx) => syncFacets(tx, workspaceId, [{ target: 'image', ids, kinds: ['image.label'], refs: [label.id] }]));
  await database.db
    .deleteFrom('training_image')
    .where('id', '=', images.get(1) ?? '')
    .execute();
  await database.db.transaction().execute((tx) => syncFacets(tx, workspaceId, [], { images: [1] }));
  expect((await searchImages([{ kind: 'image.label', refs: [label.id] }])).seqs).toEqual([0]);
  expect(await countSetBits()).toBe(2);
  await database.db.transaction().execute((tx) => deleteReferenceFacets(tx, workspaceId, label.id));
  expect((await searchImages([{ kind: 'image.label', refs: [label.id] }])).count).toBe(0);
});

it('a rebuild preserves all facets', async () => {
  const images = await addImages([0, 4096, 4097]);
  await verifyImages([images.get(4097) ?? '']);
  const facetsBefore = await readFacets();
  await rebuildFacets(database.db, workspaceId);
  expect(await readFacets()).toEqual(facetsBefore);
});

it('returns the same rows as an unindexed filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(9000), { minLength: 1, maxLength: 30 }),
      fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 10 }),
      fc.boolean(),
      async (seqs, verified, offset, limit, not) => {
        await database.db.deleteFrom('training_image').execute();
        await database.db.deleteFrom('facet').execute();
        const images = await addImages(seqs);
        const verifiedSeqs = seqs.filter((_, index) => verified[index]);
        if (verifiedSeqs.length > 0) await verifyImages(verifiedSeqs.map((seq) => images.get(seq) ?? ''));
        const expected = seqs.filter((seq) => verifiedSeqs.includes(seq) !== not).sort((a, b) => b - a);
        expect(await searchImages([{ kind: 'image.verified', not }], offset, limit)).toEqual({
          count: expected.length,
          seqs: expected.slice(offset, offset + limit),
        });
      },
    ),
    { numRuns: 30 },
  );
});

it('concurrent writers get dense seq numbers and monotonic creation times', async () => {
  const allocations = await Promise.all(
    Array.from({ length: 20 }, () => database.db.transaction().execute((tx) => allocateSeqs(tx, workspaceId, 'image', 3))),
  );
  const sortedAllocations = allocations.sort((a, b) => a.first - b.first);
  expect(sortedAllocations.map((allocation) => allocation.first)).toEqual(Array.from({ length: 20 }, (_, index) => index * 3));
  for (const [index, allocation] of sortedAllocations.entries()) {
    expect(allocation.created.getTime()).toBeGreaterThanOrEqual(sortedAllocations[index - 1]?.created.getTime() ?? 0);
  }
});

it('concurrent writers of the same chunks do not deadlock', async () => {
  const images = await addImages(Array.from({ length: 40 }, (_, index) => index * 300));
  const ids = [...images.values()];
  const shuffledIds = Array.from({ length: 12 }, (_, round) => [...ids].sort(() => (round % 2 ? 1 : -1)));
  await expect(
    Promise.all(
      shuffledIds.map((orderedIds) =>
        database.db
          .transaction()
          .execute((tx) =>
            syncFacets(tx, workspaceId, [
              { target: 'image', ids: orderedIds, kinds: ['image.real', 'image.exists', 'image.verified', 'image.test'] },
            ]),
          ),
      ),
    ),
  ).resolves.toHaveLength(12);
});

async function countSetBits(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select sum(bit_count(bits))::int as n from facet where workspace_id = ${workspaceId} and kind <> 'image.real'`.execute(
    database.db,
  );
  return rows[0]?.n ?? 0;
}

async function readFacets() {
  const { rows } =
    await sql`select kind, ref, chunk, bits::text from facet where workspace_id = ${workspaceId} and bit_count(bits) > 0 order by kind, ref, chunk`.execute(
      database.db,
    );
  return rows;
}

describe('matches of a second filter in a text search', () => {
  /** A bitmap of every `interval`-th of ten million images. Its first bit belongs to sequence number 4096. */
  const createBitmap = (interval: number): MatchBitmap => {
    const bits = Buffer.alloc(10_000_000 / 8);
    for (let position = 0; position < bits.length * 8; position += interval) bits[position >> 3]! |= 0x80 >> (position & 7);
    return { count: (bits.length * 8) / interval, first: 4096, bits };
  };

  it.each(['newest', 'oldest'] as const)('are listed in parts of 20,000, %s first', (order) => {
    const parts = divideMatches(createBitmap(20), order) ?? [];
    expect(parts.map((part) => part.length)).toEqual(Array.from({ length: 25 }, () => 20_000));
    const seqs = Array.from({ length: 500_000 }, (_, index) => 4096 + index * 20);
    expect(parts.flat()).toEqual(order === 'newest' ? seqs.reverse() : seqs);
  });

  it('are sorted by name in one statement', () => {
    expect(divideMatches(createBitmap(20), 'name')?.map((part) => part.length)).toEqual([500_000]);
  });

  it('are tested by the bitmap if they are many', () => {
    expect(divideMatches(createBitmap(10), 'newest')).toBeNull();
  });
});
