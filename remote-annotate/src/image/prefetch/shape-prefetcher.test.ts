import type { Shape } from '../../editor';
import { ShapePrefetcher } from './shape-prefetcher';

const createPoint = (id: string): Shape => ({ kind: 'point', id, name: id, data: [1, 1] });

function createPrefetcher() {
  let time = 0;
  const requests: { imageId: string; signal: AbortSignal }[] = [];
  const prefetcher = new ShapePrefetcher(() => time);
  const loadShapes = (imageId: string, signal: AbortSignal) => {
    requests.push({ imageId, signal });
    return imageId === 'bad' ? Promise.reject(new Error('no answer')) : Promise.resolve([[createPoint(imageId)]]);
  };
  return {
    prefetcher,
    requests,
    prefetch: (...imageIds: string[]) => prefetcher.prefetch(imageIds, loadShapes),
    advanceTime: (ms: number) => (time += ms),
  };
}

test('prefetched shapes are loaded once and removed when they are consumed', async () => {
  const { prefetcher, requests, prefetch } = createPrefetcher();
  prefetch('a', 'b');
  prefetch('a', 'b');
  expect(requests.map(({ imageId }) => imageId)).toEqual(['a', 'b']);
  await expect(prefetcher.consume('a')).resolves.toEqual([[createPoint('a')]]);
  expect(prefetcher.consume('a')).toBeNull();
});

test('a request is aborted when its image is no longer prefetched', () => {
  const { prefetcher, requests, prefetch } = createPrefetcher();
  prefetch('a');
  prefetch('b');
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(prefetcher.consume('a')).toBeNull();
});

test('outdated and discarded shapes are loaded again', () => {
  const { prefetcher, requests, prefetch, advanceTime } = createPrefetcher();
  prefetch('a');
  advanceTime(60_000);
  expect(prefetcher.consume('a')).toBeNull();
  prefetch('a');
  advanceTime(60_000);
  prefetch('a');
  prefetcher.discard('a');
  expect(prefetcher.consume('a')).toBeNull();
  prefetch('a');
  expect(requests).toHaveLength(4);
});

test('the next prefetch repeats a failed request', async () => {
  const { requests, prefetch } = createPrefetcher();
  prefetch('bad');
  await Promise.resolve();
  await Promise.resolve();
  prefetch('bad');
  expect(requests).toHaveLength(2);
});
