import { getCandidateCount, selectNearest, type EmbeddedImage } from './select-candidates';

const createImage = (id: number, ...values: number[]): EmbeddedImage => ({
  id: String(id),
  embedding: new Int8Array(128).map((_, index) => values[index % values.length]!),
});

it('selectNearest selects no more than the requested number of equally near images', async () => {
  const identicalImages = Array.from({ length: 3000 }, (_, id) => createImage(id, 5));
  const pause = jest.fn(() => Promise.resolve());
  const nearest = await selectNearest(createImage(0, 5).embedding, identicalImages, getCandidateCount(1), pause);
  expect(nearest.length).toBeGreaterThan(0);
  expect(nearest.length).toBeLessThanOrEqual(256);
  expect(pause.mock.calls.length).toBeGreaterThanOrEqual(6);
});

it('selectNearest selects the nearest images of all slices', async () => {
  const otherImages = Array.from({ length: 2500 }, (_, id) => createImage(id, 100, id % 100));
  for (const id of [700, 1600, 2499]) otherImages[id] = createImage(id, 3, 100);
  const nearest = await selectNearest(createImage(0, 3, 100).embedding, otherImages, 6, () => Promise.resolve());
  expect(nearest.sort()).toEqual(['1600', '2499', '700']);
});
