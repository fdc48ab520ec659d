/** @jest-environment-options {"dom": true} */
import { failWith, page, signInForTest, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import { loadTiles } from './browser.queries';
import { createId, createImageRow, IMAGES, stubWorkspace } from '../testing';

beforeEach(() => signInForTest());
const scope = { workspace: testWorkspace.id, signal: new AbortController().signal };
const label = createId(11);

test('a deployment that rejects sorting uses its own order and is asked only once', async () => {
  const refusal = failWith(400, 'Unknown parameter.');
  const stub = stubWorkspace({
    [IMAGES]: ({ query }: StubRequest) => (query.sort !== undefined || query.labels ? refusal : page([createImageRow(1)])),
  });
  const list = (query = {}) => loadTiles('images', { sort: 'name', page: 1, ...query }, scope);
  // The stub rejects every request with labels, even without `sort`. The client must not conclude that the server cannot sort.
  await expect(list({ labels: [label] })).rejects.toMatchObject({ status: 400 });
  expect((await list()).tiles).toHaveLength(1);
  expect((await list({ page: 2 })).tiles).toHaveLength(1);
  expect(stub.getRequests(IMAGES).map(({ query }) => query.sort)).toEqual(['name', undefined, 'name', undefined, undefined]);
});
