import type { Price, Product } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { CsvDriver } from '../../../testing/api/csv-driver';
import { createNamedRow, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTenantForEachTest } from '../../../testing/api/test-tenant';

const PRICES = '/product/v2/price/';

const tenant = createTenantForEachTest();
const prices = new CsvDriver(tenant, PRICES);

const createProduct = (name: string, fields = {}) =>
  createNamedRow<Product>(tenant.client, '/product/v2/product/', { name, ...fields });
const listPrices = async () => expectBody<ListEnvelope<Price>>(await tenant.client.get(PRICES)).results;

it('import adds prices once, changes them by id, and undoes the import', async () => {
  const milkProduct = await createProduct('Milk', { customer_product_id: 'M-1' });
  const lines = [
    'customer_product_id;source;price;currency;date_of_creation;item_link',
    'M-1;Fair;03.20;eur;2026-02-03;https://shop.example/1',
    'M-1;=Fair;4;EUR;;',
  ];
  const importResult = await prices.import(lines);
  expect(importResult).toMatchObject({
    created: [
      { row: 2, name: 'Milk' },
      { row: 3, name: 'Milk' },
    ],
    errors: [],
    applied: true,
  });
  const storedPrices = await listPrices();
  const fairPrice = storedPrices.find(({ source }) => source?.name === 'Fair');
  expect(fairPrice).toMatchObject({
    product: milkProduct.id,
    price: '3.20',
    currency: 'EUR',
    item_link: 'https://shop.example/1',
  });
  expect(fairPrice?.date_of_creation).toMatch(/^2026-02-03T00:00:00/);
  expect(await prices.import(lines)).toMatchObject({ created: [], changed: [], unchanged: 2 });
  const csv = await prices.export();
  expect(csv).toContain(`"'=Fair"`);
  expect(await prices.import(csv)).toMatchObject({ created: [], changed: [], unchanged: 2 });

  const changeResult = await prices.import(['id,product,price', `${fairPrice?.id},Milk,3.5`]);
  expect(changeResult.changed).toEqual([
    { row: 2, id: fairPrice?.id, name: 'Milk', fields: [{ field: 'price', before: '3.2', after: '3.5' }] },
  ]);
  const clearImport = await prices.import(['id,product,price,source,item_link', `${fairPrice?.id},Milk,3.5,(none),(none)`]);
  expect(clearImport.changed[0]?.fields).toEqual([
    { field: 'source', before: 'Fair', after: '' },
    { field: 'item_link', before: 'https://shop.example/1', after: '' },
  ]);
  expect(await prices.undo(clearImport)).toEqual({ undone: 1, kept: [] });
  expect(await listPrices()).toContainEqual(
    expect.objectContaining({ id: fairPrice?.id, price: '3.50', source: fairPrice?.source }),
  );
  const restoreResult = await prices.import(['id,product,price', `${fairPrice?.id},Milk,3.2`]);
  expect(await prices.undo(changeResult)).toMatchObject({ undone: 0 });
  expect(restoreResult.changed).toHaveLength(1);
  expect(await listPrices()).toContainEqual(expect.objectContaining({ id: fairPrice?.id, price: '3.20' }));
  await prices.import(['id,product,price', `${fairPrice?.id},Milk,3.6`]);
  // The price has changed since the first import, so its undo keeps the price and its source.
  expect(await prices.undo(importResult)).toEqual({ undone: 2, kept: [fairPrice?.id, String(fairPrice?.source?.id)] });
  expect(await listPrices()).toHaveLength(1);
});

it('import reports errors by row and applies nothing', async () => {
  await createProduct('Milk');
  const plan = await prices.import([
    'product,price,currency,date_of_creation,item_link',
    ',1,EUR,,',
    'Tea,1,EUR,,',
    'Milk,cheap,EUR,,',
    'Milk,1,euro,,',
    'Milk,,EUR,,',
    'Milk,1,EUR,tomorrow,',
    'Milk,1,EUR,,javascript:alert(1)',
    'Milk,2,EUR,,',
    'Milk,2.00,eur,,',
  ]);
  expect(plan.errors).toEqual([
    { row: 2, detail: 'Specify the product: product_id, customer_product_id or product.' },
    { row: 3, detail: 'There is no product named Tea.' },
    { row: 4, detail: "'cheap' is not a price such as 12.50." },
    { row: 5, detail: "'euro' is not a currency of three letters." },
    { row: 6, detail: 'A price needs an amount and a currency.' },
    { row: 7, detail: "'tomorrow' is not a date such as 2026-02-03." },
    { row: 8, detail: 'item_link is not a link with http or https.' },
    { row: 10, detail: 'This row is the same as row 9.' },
  ]);
  expect(await listPrices()).toEqual([]);
});
