import { chooseBatch, type Candidate } from './choose-batch';

const DIMENSIONS = 128;
/** The first half of an embedding describes colors, the second half features. */
const FEATURES_START = 64;
const noPause = async () => undefined;

/** An embedding whose features point in one direction, with a small deviation. */
function createEmbedding(direction: number, deviation = 0): Int8Array {
  const embedding = new Int8Array(DIMENSIONS);
  embedding[FEATURES_START + direction] = 120;
  embedding[FEATURES_START + direction + 1] = deviation;
  return embedding;
}
const createCandidate = (id: string, direction: number, informativeness = 1, deviation = 0): Candidate => ({
  id,
  informativeness,
  embedding: createEmbedding(direction, deviation),
});
const chooseIds = async (...input: [Candidate[], Int8Array[], number]) =>
  (await chooseBatch(...input, noPause)).map(({ id }) => id);

it('different images come before a near duplicate if all are equally informative', async () => {
  const candidates = [
    createCandidate('a', 0),
    createCandidate('a again', 0, 1, 5),
    createCandidate('b', 10),
    createCandidate('c', 20),
  ];
  expect((await chooseIds(candidates, [], 3)).sort()).toEqual(['a', 'b', 'c']);
});

it('images that resemble annotated images come last', async () => {
  const candidates = [createCandidate('known', 0), createCandidate('new', 10)];
  expect(await chooseIds(candidates, [createEmbedding(0, 3)], 2)).toEqual(['new', 'known']);
});

it('of two different images, the more informative one comes first', async () => {
  const candidates = [createCandidate('certain', 0, 0.2), createCandidate('uncertain', 10, 0.9)];
  expect(await chooseIds(candidates, [createEmbedding(30)], 2)).toEqual(['uncertain', 'certain']);
});

it('an image without an embedding can be chosen, and its difference is null', async () => {
  const candidates = [{ id: 'unknown', informativeness: 1, embedding: null }, createCandidate('known', 0)];
  const batch = await chooseBatch(candidates, [createEmbedding(0)], 5, noPause);
  expect(batch).toEqual([
    { id: 'unknown', difference: null },
    { id: 'known', difference: 0 },
  ]);
});
