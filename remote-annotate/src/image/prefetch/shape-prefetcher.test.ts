import type { Shape } from '../../editor';
import { ShapePrefetcher } from './shape-prefetcher';

const point = (id: string): Shape => ({ kind: 'point', id, name: id, data: [1, 1] });

function stub() {
  let time = 0;
  const asked: { image: string; signal: AbortSignal }[] = [];
  const ahead = new ShapePrefetcher(() => time);
  const read = (image: string, signal: AbortSignal) => {
    asked.push({ image, signal });
    return image === 'bad' ? Promise.reject(new Error('no answer')) : Promise.resolve([[point(image)]]);
  };
  return { ahead, asked, keep: (...images: string[]) => ahead.keep(images, read), pass: (ms: number) => (time += ms) };
}

test('an image is loaded once and consumed once', async () => {
  const { ahead, asked, keep } = stub();
  keep('a', 'b');
  keep('a', 'b');
  expect(asked.map(({ image }) => image)).toEqual(['a', 'b']);
  await expect(ahead.take('a')).resolves.toEqual([[point('a')]]);
  expect(ahead.take('a')).toBeNull();
});

test('an image that is no longer requested is aborted', () => {
  const { ahead, asked, keep } = stub();
  keep('a');
  keep('b');
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(ahead.take('a')).toBeNull();
});

test('outdated or changed shapes are discarded and loaded again', () => {
  const { ahead, asked, keep, pass } = stub();
  keep('a');
  pass(60_000);
  expect(ahead.take('a')).toBeNull();
  keep('a');
  pass(60_000);
  keep('a');
  ahead.drop('a');
  expect(ahead.take('a')).toBeNull();
  keep('a');
  expect(asked).toHaveLength(4);
});

test('a failed request is repeated', async () => {
  const { asked, keep } = stub();
  keep('bad');
  await Promise.resolve();
  await Promise.resolve();
  keep('bad');
  expect(asked).toHaveLength(2);
});
