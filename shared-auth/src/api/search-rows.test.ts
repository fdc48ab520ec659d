import { page, resetSessionForTest, signInForTest, stubApi } from '../testing';
import { searchRows } from './search-rows';

const LIST_PRODUCTS = 'GET /product/v2/product/';
const mugProduct = { id: '55555555-5555-4555-8555-555555555555', name: 'Blue Mug', customer_product_id: 'SKU-7' };
const bowlProduct = { id: '66666666-6666-4666-8666-666666666666', name: 'Bowl', customer_product_id: 'SKU-8' };
const scope = { workspace: 'w', signal: new AbortController().signal };

beforeEach(() => {
  resetSessionForTest();
  signInForTest();
});

test.each(['blue m', 'sku-7', mugProduct.id])('sends one request if all rows match %j', async (find) => {
  const stub = stubApi({ [LIST_PRODUCTS]: page([mugProduct]) });
  expect((await searchRows(LIST_PRODUCTS, { find, page: 2 }, scope)).results).toEqual([mugProduct]);
  expect(stub.requests.map(({ query }) => query)).toEqual([{ workspace: 'w', find, page: 2 }]);
});

test('searches names with `search` if the server has ignored `find`', async () => {
  const stub = stubApi({
    [LIST_PRODUCTS]: ({ query }: { query: { search?: string } }) => page(query.search ? [mugProduct] : [mugProduct, bowlProduct]),
  });
  expect((await searchRows(LIST_PRODUCTS, { find: 'mug', verified: false }, scope)).results).toEqual([mugProduct]);
  expect(stub.requests.at(-1)?.query).toEqual({ workspace: 'w', search: 'mug', verified: false });
});

test('does not check the rows without a search', async () => {
  const stub = stubApi({ [LIST_PRODUCTS]: page([mugProduct, bowlProduct]) });
  expect((await searchRows(LIST_PRODUCTS, { find: undefined }, scope)).results).toHaveLength(2);
  expect(stub.requests).toHaveLength(1);
});
