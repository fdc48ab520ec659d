import { QueryObserver } from '@tanstack/react-query';
import { signInForTest, testWorkspace } from '../testing';
import { announce, announceExcept } from './announce';
import { deleteCachedRow, upsertCachedRow } from './use-workspace-query';
import { consoleQueryClient } from '../state/query-client';

const fetchRows = jest.fn((key: readonly unknown[]) => Promise.resolve(key));

/** Observes the query of a list, as a component that shows the list would. */
function observeQuery(...key: readonly unknown[]) {
  const queryKey = [testWorkspace.id, ...key];
  const observer = new QueryObserver(consoleQueryClient, { queryKey, queryFn: () => fetchRows(key) });
  const unsubscribe = observer.subscribe(() => undefined);
  return unsubscribe;
}

const cleanups: (() => void)[] = [];
beforeEach(async () => {
  signInForTest();
  for (const key of [
    ['detection', 'labels'],
    ['image-filters', 'detection-labels'],
    ['shape-labels', true, true],
    ['segmentation', 'labels'],
    ['images', 'images', {}],
  ])
    cleanups.push(observeQuery(...key));
  await consoleQueryClient.refetchQueries();
  fetchRows.mockClear();
});
afterEach(() => {
  for (const unsubscribe of cleanups.splice(0)) unsubscribe();
});

test('a changed label refetches exactly the queries that show labels', async () => {
  await announce({ topic: 'detection-labels' });
  expect(fetchRows.mock.calls.map(([key]) => key.slice(0, 2))).toEqual(
    expect.arrayContaining([
      ['detection', 'labels'],
      ['image-filters', 'detection-labels'],
      ['shape-labels', true],
    ]),
  );
  expect(fetchRows).toHaveBeenCalledTimes(3);
});

test('a query that two changes affect is refetched once', async () => {
  await announce({ topic: 'detection-labels', id: 'l1' }, { topic: 'segmentation-labels' });
  expect(fetchRows.mock.calls.map(([key]) => key[0]).filter((area) => area === 'shape-labels')).toHaveLength(1);
  expect(fetchRows).toHaveBeenCalledTimes(4);
});

test('a change of one image does not refetch other images', async () => {
  cleanups.push(observeQuery('image', 'a'), observeQuery('image', 'b'));
  await consoleQueryClient.refetchQueries();
  fetchRows.mockClear();
  await announce({ topic: 'images', ids: ['a'] });
  expect(fetchRows.mock.calls.map(([key]) => key.join(' '))).toEqual(expect.arrayContaining(['image a']));
  expect(fetchRows).not.toHaveBeenCalledWith(['image', 'b']);
});

describe('an updated cached list', () => {
  const compareById = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  const getCached = () => consoleQueryClient.getQueryData([testWorkspace.id, 'detection', 'labels']);

  test('is not refetched, but other queries with such rows are', async () => {
    await announceExcept([['detection', 'labels']], { topic: 'detection-labels' });
    expect(fetchRows.mock.calls.map(([key]) => key[0])).toEqual(expect.arrayContaining(['image-filters', 'shape-labels']));
    expect(fetchRows).not.toHaveBeenCalledWith(['detection', 'labels']);
  });

  test('is refetched if a fetch is running, which may return older rows', async () => {
    let respond = (_: readonly unknown[]) => {};
    fetchRows.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    const olderFetch = consoleQueryClient.refetchQueries({ queryKey: [testWorkspace.id, 'detection', 'labels'] });
    await announceExcept([['detection', 'labels']], { topic: 'detection-labels' });
    respond([]);
    await olderFetch;
    expect(fetchRows.mock.calls.filter(([key]) => key[0] === 'detection')).toHaveLength(2);
  });

  test('contains inserted and replaced rows in order, and no deleted rows', () => {
    consoleQueryClient.setQueryData([testWorkspace.id, 'detection', 'labels'], [{ id: 'a' }, { id: 'c' }]);
    upsertCachedRow({ id: 'b' }, compareById, 'detection', 'labels');
    upsertCachedRow({ id: 'c', name: 'Cup' }, compareById, 'detection', 'labels');
    expect(getCached()).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c', name: 'Cup' }]);
    deleteCachedRow('a', 'detection', 'labels');
    expect(getCached()).toEqual([{ id: 'b' }, { id: 'c', name: 'Cup' }]);
  });
});
