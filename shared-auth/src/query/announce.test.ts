import { QueryObserver } from '@tanstack/react-query';
import { signInForTest, testWorkspace } from '../testing';
import { announce, announceExcept } from './announce';
import { deleteCachedRow, upsertCachedRow } from './use-workspace-query';
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

describe('a list that holds the answer of a write already', () => {
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  const held = () => consoleQueryClient.getQueryData([testWorkspace.id, 'detection', 'labels']);

  test('is not read again, and whatever else shows such rows is', async () => {
    await announceExcept([['detection', 'labels']], { topic: 'detection-labels' });
    expect(reads.mock.calls.map(([key]) => key[0])).toEqual(expect.arrayContaining(['image-filters', 'shape-labels']));
    expect(reads).not.toHaveBeenCalledWith(['detection', 'labels']);
  });

  test('is read again where it is being read: that answer may be of before', async () => {
    let answer = (_: readonly unknown[]) => {};
    reads.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const before = consoleQueryClient.refetchQueries({ queryKey: [testWorkspace.id, 'detection', 'labels'] });
    await announceExcept([['detection', 'labels']], { topic: 'detection-labels' });
    answer([]);
    await before;
    expect(reads.mock.calls.filter(([key]) => key[0] === 'detection')).toHaveLength(2);
  });

  test('has the row in its place, as a new one or in that of the one of its id, and not the one that was deleted', () => {
    consoleQueryClient.setQueryData([testWorkspace.id, 'detection', 'labels'], [{ id: 'a' }, { id: 'c' }]);
    upsertCachedRow({ id: 'b' }, byId, 'detection', 'labels');
    upsertCachedRow({ id: 'c', name: 'Cup' }, byId, 'detection', 'labels');
    expect(held()).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c', name: 'Cup' }]);
    deleteCachedRow('a', 'detection', 'labels');
    expect(held()).toEqual([{ id: 'b' }, { id: 'c', name: 'Cup' }]);
  });
});
