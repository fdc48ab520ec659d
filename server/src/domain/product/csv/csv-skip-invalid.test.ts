import type { CsvPlan, GroupCsvPlan, Price, Product } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, type ListEnvelope } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import { postUndoable, undo } from '../../../testing/api/undo';

const PRODUCTS = '/product/v2/product/';
const PRICES = '/product/v2/price/';
const SETS = '/product/v2/set/';
const GROUPS = '/similarity/training/v2/group/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const importCsv = (path: string, csv: string, importOptions = {}) =>
  postUndoable<CsvPlan & GroupCsvPlan>(client, `${path}csv`, { csv, skip_invalid: true, ...importOptions });
const listRows = async <Row>(path: string) => expectBody<ListEnvelope<Row>>(await client.get(path)).results;
const listNames = async (path: string) => (await listRows<{ name: string }>(path)).map(({ name }) => name);

describe('an import that skips invalid rows', () => {
  it('applies the valid products, returns the others with reasons, and undoes exactly the valid ones', async () => {
    await createNamedRow<Product>(client, PRODUCTS, { name: 'Milk', customer_product_id: 'M-1' });
    const csv = [
      'remark;name;customer_product_id;verified;set',
      '=1+1;Milk;M-1;yes;',
      ';Tea;T-1;maybe;Autumn',
      ';Tea;T-1;no;Spring',
      ';x;X-1;;Winter',
      ';Rye bread;R-1;;;one cell too many',
    ].join('\n');
    const importOptions = { make_missing: true };
    const preview = await importCsv(PRODUCTS, csv, { ...importOptions, dry_run: true });
    const expectedResult = {
      created: [{ row: 4, name: 'Tea' }],
      changed: [{ row: 2, name: 'Milk' }],
      errors: [
        { row: 3, detail: "'maybe' is neither yes nor no." },
        { row: 5, detail: 'The name must have 2 to 255 characters.' },
        { row: 6, detail: 'The row has 6 cells, but the header has 5 columns.' },
      ],
    };
    expect(preview).toMatchObject({
      ...expectedResult,
      valid_rows: 2,
      applied: false,
      missing: { sets: ['Autumn', 'Spring', 'Winter'] },
    });
    expect(await listNames(PRODUCTS)).toEqual(['Milk']);
    const importResult = await importCsv(PRODUCTS, csv, importOptions);
    expect(importResult).toMatchObject({ ...expectedResult, applied: true, invalid_rows: preview.invalid_rows });
    expect(importResult.invalid_rows).toBe(
      [
        'error;remark;name;customer_product_id;verified;set',
        "'maybe' is neither yes nor no.;;Tea;T-1;maybe;Autumn",
        'The name must have 2 to 255 characters.;;x;X-1;;Winter',
        'The row has 6 cells, but the header has 5 columns.;;Rye bread;R-1;;;one cell too many',
      ].join('\n'),
    );
    expect(await listRows(PRODUCTS)).toMatchObject([
      { name: 'Milk', verified: true },
      { name: 'Tea', product_set: { name: 'Spring' } },
    ]);
    expect(await listNames(SETS)).toEqual(['Spring']);
    // The set that was created for the file is also deleted.
    expect(await undo(client, importResult)).toEqual({ undone: 3, kept: [] });
    expect(await listRows(PRODUCTS)).toMatchObject([{ name: 'Milk', verified: false }]);
    expect(await listNames(SETS)).toEqual([]);
  });

  it('returns rows that can be corrected and imported, without the reasons of the previous import', async () => {
    const firstReport = await importCsv(PRODUCTS, 'name,verified,meta_data\n=Tea,maybe,"{""a"": ""b,c""}"\nMilk,no,');
    expect(await listNames(PRODUCTS)).toEqual(['Milk']);
    const secondReport = await importCsv(PRODUCTS, firstReport.invalid_rows?.replace(',maybe,', ',perhaps,') ?? '');
    expect(secondReport.invalid_rows?.split('\n')).toEqual([
      'error,name,verified,meta_data',
      `'perhaps' is neither yes nor no.,'=Tea,perhaps,"{""a"": ""b,c""}"`,
    ]);
    const thirdReport = await importCsv(PRODUCTS, secondReport.invalid_rows?.replace(',perhaps,', ',yes,') ?? '');
    expect(thirdReport).toMatchObject({ applied: true, errors: [], created: [{ name: '=Tea' }] });
    expect(await listRows<Product>(PRODUCTS)).toMatchObject([{ name: '=Tea', verified: true, meta_data: { a: 'b,c' } }, {}]);
  });

  it('applies nothing if the file or all rows are invalid', async () => {
    expect(await importCsv(PRODUCTS, 'verified\nyes')).toMatchObject({ applied: false, errors: [{ row: 1 }] });
    expect((await importCsv(PRODUCTS, 'verified\nyes')).invalid_rows).toBeUndefined();
    expect(await importCsv(PRODUCTS, 'name\nx')).toMatchObject({ applied: false, created: [], errors: [{ row: 2 }] });
    expect(await listNames(PRODUCTS)).toEqual([]);
  });

  it('applies the valid prices and undoes them', async () => {
    const milkProduct = await createNamedRow<Product>(client, PRODUCTS, { name: 'Milk', customer_product_id: 'M-1' });
    const csv = [
      'product,price,currency',
      'Milk,1.50,EUR',
      'Milk,free,EUR',
      'Tea,2,EUR',
      'M-1,3,EUR',
      `${milkProduct.id},4,EUR`,
    ].join('\n');
    const importResult = await importCsv(PRICES, csv);
    expect(importResult).toMatchObject({
      applied: true,
      created: [{ row: 2 }, { row: 5 }, { row: 6 }],
      errors: [{ row: 3 }, { row: 4, detail: 'There is no product named Tea.' }],
    });
    const priceAmounts = (await listRows<Price>(PRICES)).map(({ price }) => Number(price)).sort();
    expect(priceAmounts).toEqual([1.5, 3, 4]);
    expect(await undo(client, importResult)).toEqual({ undone: 3, kept: [] });
    expect(await listRows(PRICES)).toEqual([]);
  });

  it('creates no group and sets no flag because of an invalid row', async () => {
    const mugGroup = await createNamedRow<{ id: string }>(client, GROUPS, { name: 'Mugs' });
    const csv = [
      'group,type,test,image',
      'Mugs,,TEST,missing.jpg',
      'Mugs,,TEST,missing.jpg',
      'Cups,,,missing.jpg',
      'Cans,Unknown,,',
      'Cans,,,',
      'Jars,,TEST,',
      `${mugGroup.id},,TEST,`,
    ].join('\n');
    const importResult = await importCsv(GROUPS, csv);
    expect(importResult.errors.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 8]);
    expect(importResult).toMatchObject({ applied: true, created: [{ name: 'Jars' }], changed: [] });
    expect(await listRows(GROUPS)).toMatchObject([
      { name: 'Jars', test_group: true },
      { name: 'Mugs', test_group: false },
    ]);
    expect(await undo(client, importResult)).toEqual({ undone: 1, kept: [] });
    expect(await listNames(GROUPS)).toEqual(['Mugs']);
  });
});

it('sets, collections and groups in a file may be given by their ids', async () => {
  const [spring, mugGroup] = [
    await createNamedRow<{ id: string }>(client, SETS, { name: 'Spring' }),
    await createNamedRow<{ id: string }>(client, GROUPS, { name: 'Mugs' }),
  ];
  const drinksCollection = await createNamedRow<{ id: number }>(client, '/product/v2/collection/', { name: 'Drinks' });
  const csv = `name,set,collection\nMilk,${spring.id.toUpperCase()},${drinksCollection.id}`;
  expect(await importCsv(PRODUCTS, csv)).toMatchObject({ errors: [], missing: { sets: [], collections: [] } });
  expect(await listRows(PRODUCTS)).toMatchObject([{ product_set: { name: 'Spring' }, product_collection: drinksCollection.id }]);
  expect(await importCsv(GROUPS, `group,test\n${mugGroup.id},TEST`)).toMatchObject({ created: [], changed: [{ name: 'Mugs' }] });
  expect(await listRows(GROUPS)).toMatchObject([{ name: 'Mugs', test_group: true }]);
});
