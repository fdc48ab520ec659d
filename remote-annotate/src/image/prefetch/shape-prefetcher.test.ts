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

test('what is kept is read once, and given out once', async () => {
  const { ahead, asked, keep } = stub();
  keep('a', 'b');
  keep('a', 'b');
  expect(asked.map(({ image }) => image)).toEqual(['a', 'b']);
  await expect(ahead.take('a')).resolves.toEqual([[point('a')]]);
  expect(ahead.take('a')).toBeNull();
});

test('what is not wanted any more is given up', () => {
  const { ahead, asked, keep } = stub();
  keep('a');
  keep('b');
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(ahead.take('a')).toBeNull();
});

test('what is old, or has changed since, is not given out, and read again', () => {
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

test('what could not be read is read again', async () => {
  const { asked, keep } = stub();
  keep('bad');
  await Promise.resolve();
  await Promise.resolve();
  keep('bad');
  expect(asked).toHaveLength(2);
});
