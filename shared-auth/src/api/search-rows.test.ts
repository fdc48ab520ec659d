import { page, resetSessionForTest, signInForTest, stubApi } from '../testing';
import { searchRows } from './search-rows';

const list = 'GET /product/v2/product/';
const mug = { id: '55555555-5555-4555-8555-555555555555', name: 'Blue Mug', customer_product_id: 'SKU-7' };
const bowl = { id: '66666666-6666-4666-8666-666666666666', name: 'Bowl', customer_product_id: 'SKU-8' };
const scope = { workspace: 'w', signal: new AbortController().signal };

beforeEach(() => {
  resetSessionForTest();
  signInForTest();
});

test.each(['blue m', 'sku-7', mug.id])('sends one request if all rows match %j', async (find) => {
  const stub = stubApi({ [list]: page([mug]) });
  expect((await searchRows(list, { find, page: 2 }, scope)).results).toEqual([mug]);
  expect(stub.requests.map(({ query }) => query)).toEqual([{ workspace: 'w', find, page: 2 }]);
});

test('searches names with `search` if the server has ignored `find`', async () => {
  const stub = stubApi({ [list]: ({ query }: { query: { search?: string } }) => page(query.search ? [mug] : [mug, bowl]) });
  expect((await searchRows(list, { find: 'mug', verified: false }, scope)).results).toEqual([mug]);
  expect(stub.requests.at(-1)?.query).toEqual({ workspace: 'w', search: 'mug', verified: false });
});

test('does not check the rows without a search', async () => {
  const stub = stubApi({ [list]: page([mug, bowl]) });
  expect((await searchRows(list, { find: undefined }, scope)).results).toHaveLength(2);
  expect(stub.requests).toHaveLength(1);
});
