import { sql } from 'kysely';
import { rebuildFacets, type FacetFilter, type FacetTerm } from '../../facets';
import { cloneDatabase, type TestDatabase } from '../../testing/test-database';
import { selectByFileName } from './filter';
import { searchImages } from './search';

/** More than two chunks of facets. */
const IMAGES = 9000;

let test: TestDatabase;
let workspaceId: string;

/** By seq: some twice, in both cases, some none, one longer than the index takes, and what is special to a pattern. */
function nameOf(seq: number): unknown {
  if (seq % 10 === 7) return undefined;
  if (seq === 5) return 'Z'.repeat(4000);
  if (seq === 6) return 7;
  if (seq === 8) return '   ';
  if (seq === 11) return ' Sale 50%_A\\b.png ';
  return `${seq % 2 ? 'IMG' : 'img'}_${String((seq * 7919) % 4500).padStart(4, '0')}.jpg`;
}

beforeAll(async () => {
  test = await cloneDatabase();
  ({ id: workspaceId } = await test.db
    .insertInto('workspace')
    .values({ name: 'Names' })
    .returning('id')
    .executeTakeFirstOrThrow());
  const metaData = Array.from({ length: IMAGES }, (_, seq) => JSON.stringify({ filename: nameOf(seq) }));
  await sql`
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, meta_data, test_image, created)
    select ${workspaceId}::uuid, n - 1, 'k', 't', 'image/png', n::text, 10, 10, data::jsonb, n % 500 = 0, now() + n * interval '1 second'
    from unnest(${metaData}::text[]) with ordinality named (data, n)`.execute(test.db);
  await rebuildFacets(test.db, workspaceId);
});
afterAll(() => test.drop());

/** What JavaScript makes of the same names. */
function sorted(seqs: number[]): number[] {
  const keyOf = (seq: number) => {
    const name = nameOf(seq);
    return typeof name === 'string' && name.trim() !== '' ? name.trim().toLowerCase().slice(0, 255) : null;
  };
  return seqs
    .map((seq) => ({ seq, key: keyOf(seq) }))
    .sort((a, b) => {
      if (a.key === b.key) return b.seq - a.seq;
      if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
      return a.key < b.key ? -1 : 1;
    })
    .map(({ seq }) => seq);
}

const every = Array.from({ length: IMAGES }, (_, seq) => seq);
const among = (seqs: number[]): FacetTerm => ({ seqs: sql`select unnest(${seqs}::int[]) as seq` });
const filters: Record<string, { filter: Partial<FacetFilter>; matched: number[] }> = {
  'no filter': { filter: {}, matched: every },
  'most of them': { filter: { terms: [{ kind: 'image.test', not: true }] }, matched: every.filter((seq) => seq % 500 !== 499) },
  'few of them': { filter: { terms: [{ kind: 'image.test' }] }, matched: every.filter((seq) => seq % 500 === 499) },
  'a span of dates': { filter: { from: 4000, to: 8500 }, matched: every.slice(4000, 8501) },
  'some of the last chunk alone': { filter: { terms: [among([8995, 8300, 8301, 8307])] }, matched: [8300, 8301, 8307, 8995] },
  nothing: { filter: { terms: [among([])] }, matched: [] },
};

describe.each(Object.entries(filters))('by name: %s', (_name, { filter, matched }) => {
  const page = (offset: number, limit: number) =>
    searchImages(test.db, { workspaceId, entity: 'image', terms: [], ...filter }, { sort: 'name' }, offset, limit);

  it.each([
    ['the first page', 0, 50],
    ['one before the middle', Math.floor(matched.length * 0.4), 50],
    ['one after the middle', Math.floor(matched.length * 0.8), 50],
    ['the end', Math.max(0, matched.length - 20), 50],
    ['beyond the end', matched.length + 10, 50],
  ])('%s', async (_page, offset, limit) => {
    expect(await page(offset, limit)).toEqual({ count: matched.length, seqs: sorted(matched).slice(offset, offset + limit) });
  });
});

it('pages by date from either end', async () => {
  const filter: FacetFilter = { workspaceId, entity: 'image', terms: [{ kind: 'image.test' }] };
  const matched = every.filter((seq) => seq % 500 === 499);
  for (const offset of [0, 7, 15])
    expect(await searchImages(test.db, filter, { sort: 'oldest' }, offset, 5)).toEqual({
      count: matched.length,
      seqs: matched.slice(offset, offset + 5),
    });
  expect((await searchImages(test.db, filter, { sort: 'newest' }, 7, 5)).seqs).toEqual(matched.reverse().slice(7, 12));
});

it.each([
  ['a part in the other case', 'mG_0007', every.filter((seq) => /img_0007/i.test(String(nameOf(seq))))],
  ['two letters', 'e 5', [11]],
  ['letters that a pattern takes for its own', '%_a\\', [11]],
  ['a backslash alone', '\\', [11]],
  ['what is no name', '7', every.filter((seq) => seq !== 6 && String(nameOf(seq) ?? '').includes('7'))],
])('a search finds %s', async (_what, text, found) => {
  const filter: FacetFilter = { workspaceId, entity: 'image', terms: [{ seqs: selectByFileName('i.seq', workspaceId, text) }] };
  const { count, seqs } = await searchImages(test.db, filter, { sort: 'name' }, 0, IMAGES);
  expect(seqs).toEqual(sorted(found));
  expect(count).toBe(found.length);
});

it('names follow the meta data', async () => {
  const rename = (data: unknown) =>
    sql`update training_image set meta_data = ${JSON.stringify(data)}::jsonb where workspace_id = ${workspaceId} and seq = 0`.execute(
      test.db,
    );
  const first = async () =>
    (await searchImages(test.db, { workspaceId, entity: 'image', terms: [] }, { sort: 'name' }, 0, 1)).seqs[0];
  const before = await first();
  await rename({ filename: 'AAA' });
  expect(await first()).toBe(0);
  await rename(['filename']);
  expect(await first()).toBe(before === 0 ? sorted(every)[1] : before);
});

it('has an index of parts of names, where the server has the extension', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'training_image' and indexname like '%name%'`.execute(test.db);
  expect(rows.map(({ name }) => name).sort()).toEqual(['training_image_file_name', 'training_image_name_parts']);
});
