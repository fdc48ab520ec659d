import { sql } from 'kysely';
import {
  countMatches,
  estimateMatches,
  includeFileNames,
  listSearchedSlices,
  rebuildFacets,
  type FacetFilter,
  type FacetTerm,
} from '../../../data-access/facets';
import { runDuringChange } from '../../../testing/wait/run-during-change';
import { cloneDatabase, type TestDatabase } from '../../../testing/database/test-database';
import { matchFileName, selectByFileName } from './filter';
import { searchImages } from './search';

/** This number of images spans more than two chunks of facet bitmaps, and exceeds the maximum count of a bounded search. */
const IMAGE_COUNT = 12_000;

let database: TestDatabase;
let workspaceId: string;

/** File name by `seq`. Covers duplicates, both cases, missing names, one longer than the index allows, and LIKE wildcards. */
function getFileName(seq: number): unknown {
  if (seq % 10 === 7) return undefined;
  if (seq === 5) return 'Z'.repeat(4000);
  if (seq === 6) return 7;
  if (seq === 8) return '   ';
  if (seq === 11) return ' Sale 50%_A\\b.png ';
  return `${seq % 2 ? 'IMG' : 'img'}_${String((seq * 7919) % 4500).padStart(4, '0')}.jpg`;
}

beforeAll(async () => {
  database = await cloneDatabase();
  ({ id: workspaceId } = await database.db
    .insertInto('workspace')
    .values({ name: 'Names' })
    .returning('id')
    .executeTakeFirstOrThrow());
  const metaData = Array.from({ length: IMAGE_COUNT }, (_, seq) => JSON.stringify({ filename: getFileName(seq) }));
  await sql`
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, meta_data, test_image, created)
    select ${workspaceId}::uuid, n - 1, 'k', 't', 'image/png', n::text, 10, 10, data::jsonb, n % 500 = 0, now() + n * interval '1 second'
    from unnest(${metaData}::text[]) with ordinality named (data, n)`.execute(database.db);
  await rebuildFacets(database.db, workspaceId);
});
afterAll(() => database.drop());

/** Sorts the same names in JavaScript, as the expected order. */
function sortByName(seqs: number[]): number[] {
  const getSortKey = (seq: number) => {
    const name = getFileName(seq);
    return typeof name === 'string' && name.trim() !== '' ? name.trim().toLowerCase().slice(0, 255) : null;
  };
  return seqs
    .map((seq) => ({ seq, key: getSortKey(seq) }))
    .sort((a, b) => {
      if (a.key === b.key) return b.seq - a.seq;
      if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
      return a.key < b.key ? -1 : 1;
    })
    .map(({ seq }) => seq);
}

const allSeqs = Array.from({ length: IMAGE_COUNT }, (_, seq) => seq);
const selectSeqs = (seqs: number[]): FacetTerm => ({ seqs: sql`select unnest(${seqs}::int[]) as seq` });
const filterCases: Record<string, { filter: Partial<FacetFilter>; matchingSeqs: number[] }> = {
  'no filter': { filter: {}, matchingSeqs: allSeqs },
  'most images': {
    filter: { terms: [{ kind: 'image.test', not: true }] },
    matchingSeqs: allSeqs.filter((seq) => seq % 500 !== 499),
  },
  'few images': { filter: { terms: [{ kind: 'image.test' }] }, matchingSeqs: allSeqs.filter((seq) => seq % 500 === 499) },
  'a date range': { filter: { from: 4000, to: 8500 }, matchingSeqs: allSeqs.slice(4000, 8501) },
  'only images of the last chunk': {
    filter: { terms: [selectSeqs([8995, 8300, 8301, 8307])] },
    matchingSeqs: [8300, 8301, 8307, 8995],
  },
  'no image': { filter: { terms: [selectSeqs([])] }, matchingSeqs: [] },
};

describe.each(Object.entries(filterCases))('search sorted by name: %s', (_name, { filter, matchingSeqs }) => {
  const searchPage = (offset: number, limit: number, start?: { seq: number; skip: number }) =>
    searchImages(database.db, { workspaceId, entity: 'image', terms: [], ...filter }, { sort: 'name' }, offset, limit, start);

  it.each([
    ['the first page', 0, 50],
    ['a page before the middle', Math.floor(matchingSeqs.length * 0.4), 50],
    ['a page after the middle', Math.floor(matchingSeqs.length * 0.8), 50],
    ['the last page', Math.max(0, matchingSeqs.length - 20), 50],
    ['an empty page beyond the end', matchingSeqs.length + 10, 50],
  ])('returns %s', async (_page, offset, limit) => {
    expect(await searchPage(offset, limit)).toEqual({
      count: matchingSeqs.length,
      seqs: sortByName(matchingSeqs).slice(offset, offset + limit),
    });
  });

  it('returns the same pages when it continues after an image', async () => {
    const sortedSeqs = sortByName(matchingSeqs);
    for (let offset = 0; offset < sortedSeqs.length; offset += 617) {
      const startPosition = { seq: sortedSeqs[offset] ?? 0, skip: 10 };
      expect((await searchPage(offset + 11, 50, startPosition)).seqs).toEqual(sortedSeqs.slice(offset + 11, offset + 61));
    }
  });
});

it('pages by date in both directions', async () => {
  const filter: FacetFilter = { workspaceId, entity: 'image', terms: [{ kind: 'image.test' }] };
  const matchingSeqs = allSeqs.filter((seq) => seq % 500 === 499);
  for (const offset of [0, 7, 15])
    expect(await searchImages(database.db, filter, { sort: 'oldest' }, offset, 5)).toEqual({
      count: matchingSeqs.length,
      seqs: matchingSeqs.slice(offset, offset + 5),
    });
  expect((await searchImages(database.db, filter, { sort: 'newest' }, 7, 5)).seqs).toEqual(matchingSeqs.reverse().slice(7, 12));
});

it.each([
  ['part of a name in another case', 'mG_0007', allSeqs.filter((seq) => /img_0007/i.test(String(getFileName(seq))))],
  ['two characters', 'e 5', [11]],
  ['LIKE wildcards literally', '%_a\\', [11]],
  ['a single backslash', '\\', [11]],
  ['only strings, not other values', '7', allSeqs.filter((seq) => seq !== 6 && String(getFileName(seq) ?? '').includes('7'))],
])('search finds %s', async (_description, text, expectedSeqs) => {
  const filter: FacetFilter = { workspaceId, entity: 'image', terms: [matchFileName(workspaceId, text)] };
  const { count, seqs } = await searchImages(database.db, filter, { sort: 'name' }, 0, IMAGE_COUNT);
  expect(seqs).toEqual(sortByName(expectedSeqs));
  expect(count).toBe(expectedSeqs.length);
});

it.each([
  ['reads', 'img', true],
  ['does not read', 'im', false],
])('a search %s the trigram index for the text %s', async (_verb, text, isRead) => {
  const searchOnce = database.db.transaction().execute(async (trx) => {
    // All other ways to read the names are disabled.
    await sql`update pg_index set indisvalid = false where indrelid = 'training_image'::regclass
      and indexrelid <> 'training_image_name_parts'::regclass`.execute(trx);
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql`explain ${selectByFileName('i.seq', workspaceId, text)}`.execute(trx);
    throw new Error(JSON.stringify(rows));
  });
  await expect(searchOnce).rejects.toThrow(isRead ? /Index Cond/ : /^(?!.*Index Cond)/);
});

describe.each(['not included', 'included'])('a bounded count, with file names that are %s in the signatures', (state) => {
  beforeAll(async () => {
    if (state === 'included') await includeFileNames(database.db);
  });

  const searchSeqs = (text: string, sort: 'name' | 'newest' | 'oldest', offset = 0, terms: FacetTerm[] = []) =>
    searchImages(
      database.db,
      {
        workspaceId,
        entity: 'image',
        terms: [...terms, matchFileName(workspaceId, text)],
      },
      { sort, bounded_count: true },
      offset,
      50,
    );
  const commonSeqs = allSeqs.filter((seq) => /img/i.test(String(getFileName(seq))));

  it.each([
    ['name', sortByName(commonSeqs)],
    ['newest', [...commonSeqs].reverse()],
    ['oldest', commonSeqs],
  ] as const)('stops after 10,000 images for a common text, sorted by %s', async (sort, expectedSeqs) => {
    expect(await searchSeqs('img', sort, 100)).toEqual({ count: 10_001, isMinimum: true, seqs: expectedSeqs.slice(100, 150) });
  });

  it('counts at least up to the end of the requested page', async () => {
    const seqs = sortByName(commonSeqs);
    expect(await searchSeqs('img', 'name', 10_100)).toEqual({ count: 10_151, isMinimum: true, seqs: seqs.slice(10_100, 10_150) });
    const offset = commonSeqs.length - 20;
    expect(await searchSeqs('img', 'name', offset)).toEqual({
      count: commonSeqs.length,
      isMinimum: false,
      seqs: seqs.slice(offset),
    });
  });

  it('is exact for a rare text, or with another filter that few images match', async () => {
    const rareSeqs = allSeqs.filter((seq) => /img_0007/i.test(String(getFileName(seq))));
    expect(await searchSeqs('mg_0007', 'oldest')).toEqual({ count: rareSeqs.length, isMinimum: false, seqs: rareSeqs });
    const isTest = (seq: number) => seq % 500 === 499;
    const seqsWithRareText = allSeqs.filter((seq) => /img_058/i.test(String(getFileName(seq))));
    const [rareTestSeqs, rareOtherSeqs] = [seqsWithRareText.filter(isTest), seqsWithRareText.filter((seq) => !isTest(seq))];
    expect(rareTestSeqs.length).toBeGreaterThan(1);
    expect(await searchSeqs('mg_058', 'name', 0, [{ kind: 'image.test' }])).toMatchObject({ seqs: sortByName(rareTestSeqs) });
    expect(await searchSeqs('mg_058', 'newest', 0, [{ kind: 'image.test', not: true }, selectSeqs(allSeqs)])).toMatchObject({
      seqs: rareOtherSeqs.reverse(),
    });
    const commonTestSeqs = commonSeqs.filter(isTest);
    expect(await searchSeqs('img', 'oldest', 0, [{ kind: 'image.test' }])).toEqual({
      count: commonTestSeqs.length,
      isMinimum: false,
      seqs: commonTestSeqs,
    });
  });
});

describe('signatures of file names', () => {
  const countCandidates = async (text: string) =>
    countMatches(database.db, { workspaceId, entity: 'image', terms: [{ slices: await listSearchedSlices(database.db, text) }] });
  const searchSeqs = async (text: string) =>
    (
      await searchImages(
        database.db,
        { workspaceId, entity: 'image', terms: [matchFileName(workspaceId, text)] },
        { sort: 'newest', bounded_count: true },
        0,
        50,
      )
    ).seqs;
  const renameImage = (seq: number, name: string, db = database.db) =>
    sql`update training_image set name = ${name} where workspace_id = ${workspaceId} and seq = ${seq}`.execute(db);

  it('include a name that was not committed when they were first written', async () => {
    const deleteSlices = () => database.db.deleteFrom('file_name_slice').execute();
    await deleteSlices();
    await runDuringChange(
      database.db,
      (trx) => renameImage(3000, 'Early quetzal', trx),
      () => includeFileNames(database.db),
    );
    expect(await countCandidates('quetzal')).toBe(1);
    await renameImage(3000, String(getFileName(3000)));
    await deleteSlices();
  });

  it('leave few candidates for a rare text, and none for a text that no name contains', async () => {
    await includeFileNames(database.db);
    expect(await countCandidates('img_0007')).toBeLessThan(50);
    expect(await countCandidates('quetzal')).toBe(0);
  });

  it('show that a text is common before a search reads its matches from the trigram index', async () => {
    await includeFileNames(database.db);
    const estimateCount = async (text: string) =>
      estimateMatches(database.db, workspaceId, await listSearchedSlices(database.db, text));
    expect([await estimateCount('img_0007'), await estimateCount('img')]).toEqual([
      await countCandidates('img_0007'),
      await countCandidates('img'),
    ]);
    const statements: string[] = [];
    const recorder = database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode') statements.push(node.sqlFragments.join(''));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const readsTrigramIndex = async (text: string) => {
      statements.length = 0;
      const filter: FacetFilter = { workspaceId, entity: 'image', terms: [matchFileName(workspaceId, text)] };
      await searchImages(recorder, filter, { sort: 'newest', bounded_count: true }, 0, 50);
      return statements.some((statement) => statement.includes('with rare as'));
    };
    expect([await readsTrigramIndex('img_0007'), await readsTrigramIndex('img')]).toEqual([true, false]);
  });

  it('find an image by its new name before and after they include it', async () => {
    const seqs = Array.from({ length: 600 }, (_, index) => 3000 + index);
    for (const seq of [3000, 3001]) await renameImage(seq, 'Renamed quetzal');
    expect(await searchSeqs('quetzal')).toEqual([3001, 3000]);
    expect(await countCandidates('quetzal')).toBe(2);
    await sql`update training_image set name = 'Third quetzal' where workspace_id = ${workspaceId} and seq = any(${seqs})`.execute(
      database.db,
    );
    expect(await searchSeqs('third quetzal')).toHaveLength(50);
    await includeFileNames(database.db);
    expect(await countCandidates('quetzal')).toBe(600);
    expect(await countCandidates('renamed')).toBeLessThan(10);
    for (const seq of seqs) await renameImage(seq, String(getFileName(seq) ?? ''));
  });
});

it('the order follows the name and not the meta data', async () => {
  const updateImage = (column: 'name' | 'meta_data', value: string) =>
    sql`update training_image set ${sql.ref(column)} = ${value}${column === 'name' ? sql`` : sql`::jsonb`}
      where workspace_id = ${workspaceId} and seq = 0`.execute(database.db);
  const readFirstSeq = async () =>
    (await searchImages(database.db, { workspaceId, entity: 'image', terms: [] }, { sort: 'name' }, 0, 1)).seqs[0];
  await updateImage('name', 'AAA');
  expect(await readFirstSeq()).toBe(0);
  for (const metaData of ['{}', '{ "filename": "zzz" }', '["filename"]']) {
    await updateImage('meta_data', metaData);
    expect(await readFirstSeq()).toBe(0);
  }
});

it('has the indexes for sorting and searching by file name', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'training_image' and indexname like '%name%'`.execute(database.db);
  expect(rows.map(({ name }) => name).sort()).toEqual(['training_image_file_name', 'training_image_name_parts']);
});
