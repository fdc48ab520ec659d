import type { Shape } from '../../editor';
import { ShapePrefetcher } from './shape-prefetcher';

const createPoint = (id: string): Shape => ({ kind: 'point', id, name: id, data: [1, 1] });

function stub() {
  let time = 0;
  const requests: { image: string; signal: AbortSignal }[] = [];
  const prefetcher = new ShapePrefetcher(() => time);
  const read = (image: string, signal: AbortSignal) => {
    requests.push({ image, signal });
    return image === 'bad' ? Promise.reject(new Error('no answer')) : Promise.resolve([[createPoint(image)]]);
  };
  return {
    prefetcher,
    requests,
    prefetch: (...images: string[]) => prefetcher.prefetch(images, read),
    advanceTime: (ms: number) => (time += ms),
  };
}

test('an image is loaded once and consumed once', async () => {
  const { prefetcher, requests, prefetch } = stub();
  prefetch('a', 'b');
  prefetch('a', 'b');
  expect(requests.map(({ image }) => image)).toEqual(['a', 'b']);
  await expect(prefetcher.consume('a')).resolves.toEqual([[createPoint('a')]]);
  expect(prefetcher.consume('a')).toBeNull();
});

test('an image that is no longer requested is aborted', () => {
  const { prefetcher, requests, prefetch } = stub();
  prefetch('a');
  prefetch('b');
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(prefetcher.consume('a')).toBeNull();
});

test('outdated or changed shapes are discarded and loaded again', () => {
  const { prefetcher, requests, prefetch, advanceTime } = stub();
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

test('a failed request is repeated', async () => {
  const { requests, prefetch } = stub();
  prefetch('bad');
  await Promise.resolve();
  await Promise.resolve();
  prefetch('bad');
  expect(requests).toHaveLength(2);
});
