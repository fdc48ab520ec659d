import { QueryObserver } from '@tanstack/react-query';
import { signInForTest, testWorkspace } from '../testing';
import { announce } from './announce';
import { consoleQueryClient } from './query-client';

const reads = jest.fn((key: readonly unknown[]) => Promise.resolve(key));

/** A list that is on the screen under this key. */
function show(...key: readonly unknown[]) {
  const queryKey = [testWorkspace.id, ...key];
  const observer = new QueryObserver(consoleQueryClient, { queryKey, queryFn: () => reads(key) });
  const hide = observer.subscribe(() => undefined);
  return hide;
}

const hides: (() => void)[] = [];
beforeEach(async () => {
  signInForTest();
  for (const key of [
    ['detection', 'labels'],
    ['image-filters', 'detection-labels'],
    ['shape-labels', true, true],
    ['segmentation', 'labels'],
    ['images', 'images', {}],
  ])
    hides.push(show(...key));
  await consoleQueryClient.refetchQueries();
  reads.mockClear();
});
afterEach(() => {
  for (const hide of hides.splice(0)) hide();
});

test('a change of a label is read by every part that shows labels, whichever remote it is of, and by no other', async () => {
  await announce({ topic: 'detection-labels' });
  expect(reads.mock.calls.map(([key]) => key.slice(0, 2))).toEqual(
    expect.arrayContaining([
      ['detection', 'labels'],
      ['image-filters', 'detection-labels'],
      ['shape-labels', true],
    ]),
  );
  expect(reads).toHaveBeenCalledTimes(3);
});

test('what two changes have in common is read once', async () => {
  await announce({ topic: 'detection-labels', id: 'l1' }, { topic: 'segmentation-labels' });
  expect(reads.mock.calls.map(([key]) => key[0]).filter((area) => area === 'shape-labels')).toHaveLength(1);
  expect(reads).toHaveBeenCalledTimes(4);
});

test('a change of one image leaves the others alone', async () => {
  hides.push(show('image', 'a'), show('image', 'b'));
  await consoleQueryClient.refetchQueries();
  reads.mockClear();
  await announce({ topic: 'images', ids: ['a'] });
  expect(reads.mock.calls.map(([key]) => key.join(' '))).toEqual(expect.arrayContaining(['image a']));
  expect(reads).not.toHaveBeenCalledWith(['image', 'b']);
});
