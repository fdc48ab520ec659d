/** @jest-environment-options {"dom": true} */
import { failWith, page, signInForTest, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import { loadTiles } from './browser.queries';
import { createId, createImageRow, IMAGES, stubWorkspace } from '../testing';

beforeEach(() => signInForTest());
const scope = { workspace: testWorkspace.id, signal: new AbortController().signal };
const labelId = createId(11);

test('a server that rejects the sort parameter receives no sort parameter in later requests', async () => {
  const refusal = failWith(400, 'Unknown parameter.');
  const stubbedApi = stubWorkspace({
    [IMAGES]: ({ query }: StubRequest) => (query.sort !== undefined || query.labels ? refusal : page([createImageRow(1)])),
  });
  const loadListTiles = (query = {}) => loadTiles('images', { sort: 'name', page: 1, ...query }, scope);
  // The stub rejects every request with labels, even without `sort`. The client must not conclude that the server cannot sort.
  await expect(loadListTiles({ labels: [labelId] })).rejects.toMatchObject({ status: 400 });
  expect((await loadListTiles()).tiles).toHaveLength(1);
  expect((await loadListTiles({ page: 2 })).tiles).toHaveLength(1);
  expect(stubbedApi.getRequests(IMAGES).map(({ query }) => query.sort)).toEqual([
    'name',
    undefined,
    'name',
    undefined,
    undefined,
  ]);
});
