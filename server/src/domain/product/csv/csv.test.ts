import type { CsvPlan, Product, ProductCollection } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createImageBase64, type ListEnvelope } from '../../../testing/api/fixtures';
import { CsvDriver, type CsvChunk } from '../../../testing/api/csv-driver';
import { createTenantForEachTest } from '../../../testing/api/test-tenant';

const PRODUCTS = '/product/v2/product/';
const PRICES = '/product/v2/price/';

const tenant = createTenantForEachTest();
const products = new CsvDriver(tenant, PRODUCTS);
const createProduct = (name: string, fields = {}) => createNamedRow<Product>(tenant.client, PRODUCTS, { name, ...fields });
const listProducts = async () => expectBody<ListEnvelope<Product>>(await tenant.client.get(PRODUCTS)).results;

describe('CSV of products', () => {
  it('exports no executable formulas and imports its own export without changes', async () => {
    const drinksCollection = await createNamedRow<ProductCollection>(tenant.client, '/product/v2/collection/', {
      name: 'Drinks; cold',
    });
    const productSet = await createNamedRow(tenant.client, '/product/v2/set/', { name: 'Spring, "24"' });
    const fields = {
      product_collection: drinksCollection.id,
      product_set: productSet.id,
      meta_data: { text: 'a,b;c\n"d"', deep: [1] },
    };
    await createProduct('=cmd|x', { ...fields, customer_product_id: '-1' });
    await createProduct("'@escaped", { customer_product_id: '+2' });
    await createProduct('Plain');
    const csv = await products.export();
    const [header, ...lines] = csv.split('\n');
    expect(header).toBe('id,name,customer_product_id,collection,set,verified,meta_data');
    expect(csv).toContain(`,"'=cmd|x","'-1",Drinks; cold,"Spring, ""24""",no,`);
    expect(csv).toContain(`,"''@escaped","'+2",,,no,{}`);
    expect(lines).toHaveLength(3);
    const unchangedPlan = { created: [], changed: [], unchanged: 3, errors: [], applied: true };
    expect(await products.import(csv)).toMatchObject(unchangedPlan);
    // Without ids, products are matched by customer product id or by name.
    const csvWithoutIds = csv.replaceAll(/^[0-9a-f-]{36},/gm, ',');
    expect(await products.import(`\uFEFF${csvWithoutIds}`)).toMatchObject(unchangedPlan);
  });

  it('previews, creates and changes products, and undoes the import', async () => {
    const drinksCollection = await createNamedRow<ProductCollection>(tenant.client, '/product/v2/collection/', {
      name: 'Drinks',
    });
    const milkProduct = await createProduct('Milk', { customer_product_id: 'M-1', meta_data: { fat: 3 } });
    const lines = [
      'Verified;Name;customer_product_id;collection;meta_data;remark',
      'yes;Oat milk;M-1;Drinks;{"fat": 1};x',
      '',
      ';Tea;T-1;Drinks;;',
    ];
    const plan = await products.import(lines, { dry_run: true });
    expect(plan).toMatchObject({
      created: [{ row: 4, name: 'Tea' }],
      changed: [
        {
          row: 2,
          id: milkProduct.id,
          name: 'Milk',
          fields: [
            { field: 'name', before: 'Milk', after: 'Oat milk' },
            { field: 'product_collection', before: '', after: 'Drinks' },
            { field: 'verified', before: 'no', after: 'yes' },
            { field: 'meta_data', before: '{"fat":3}', after: '{"fat":1}' },
          ],
        },
      ],
      errors: [],
      applied: false,
    });
    expect(await listProducts()).toHaveLength(1);
    const importResult = await products.import(lines);
    expect(importResult).toMatchObject({ applied: true, created: plan.created, changed: plan.changed });
    expect(await listProducts()).toMatchObject([
      { name: 'Oat milk', product_collection: drinksCollection.id, verified: true, meta_data: { fat: 1 }, version: 2 },
      { name: 'Tea', customer_product_id: 'T-1', product_collection: drinksCollection.id, verified: false },
    ]);
    expect(await products.undo(importResult)).toEqual({ undone: 2, kept: [] });
    expect(await listProducts()).toMatchObject([
      { id: milkProduct.id, name: 'Milk', product_collection: null, verified: false, meta_data: { fat: 3 } },
    ]);
    expect(await products.undo(importResult)).toMatchObject({ undone: 0 });
  });

  it('clears values with `(none)` and escapes this text in values', async () => {
    const drinksCollection = await createNamedRow<ProductCollection>(tenant.client, '/product/v2/collection/', {
      name: 'Drinks',
    });
    const productSet = await createNamedRow(tenant.client, '/product/v2/set/', { name: 'Spring' });
    const fields = { product_collection: drinksCollection.id, product_set: productSet.id, meta_data: { fat: 3 } };
    await createProduct('Milk', { ...fields, customer_product_id: 'M-1' });
    await createProduct('(none)', { customer_product_id: "'(NONE)" });
    expect(await products.import(await products.export())).toMatchObject({ created: [], changed: [], unchanged: 2, errors: [] });
    const importResult = await products.import([
      'name,customer_product_id,collection,set,meta_data',
      'Milk,(none),(None),(none),(none)',
    ]);
    expect(importResult.changed[0]?.fields).toEqual([
      { field: 'customer_product_id', before: 'M-1', after: '' },
      { field: 'product_collection', before: 'Drinks', after: '' },
      { field: 'product_set', before: 'Spring', after: '' },
      { field: 'meta_data', before: '{"fat":3}', after: '{}' },
    ]);
    const readMilkProduct = async () => (await listProducts()).find(({ name }) => name === 'Milk');
    expect(await readMilkProduct()).toMatchObject({
      customer_product_id: '',
      product_collection: null,
      product_set: null,
      meta_data: {},
    });
    expect(await products.undo(importResult)).toEqual({ undone: 1, kept: [] });
    expect(await readMilkProduct()).toMatchObject({
      customer_product_id: 'M-1',
      product_collection: drinksCollection.id,
      product_set: { id: productSet.id },
    });
    expect((await products.import(['name,meta_data', 'Milk,null', 'Tea,null'])).errors).toEqual([]);
    expect(await listProducts()).toMatchObject([{ meta_data: {} }, {}, { name: 'Tea', meta_data: {} }]);
  });

  it('concurrent imports create a shared new collection, set and product only once', async () => {
    const lines = ['name,collection,set', 'Tea,Hot drinks,Breakfast'];
    // The table lock makes both imports wait at the same point.
    const pendingImports = await tenant.server.db.transaction().execute(async (trx) => {
      await sql`lock table product_collection in share mode`.execute(trx);
      const bothImports = Promise.all([
        products.import(lines, { make_missing: true }),
        products.import(lines, { make_missing: true }),
      ]);
      const waitingImports = sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await waitingImports.execute(tenant.server.db)).rows[0]?.n !== 2);
      return { both: bothImports };
    });
    const results = await pendingImports.both;
    expect(results.map(({ created }) => created.length).sort()).toEqual([0, 1]);
    expect((await listProducts()).map(({ name }) => name)).toEqual(['Tea']);
    for (const rows of ['collection', 'set'])
      expect(expectBody<ListEnvelope<object>>(await tenant.client.get(`/product/v2/${rows}/`)).count).toBe(1);
  });

  it('reports missing collections and sets, and creates them on request', async () => {
    const lines = ['name,collection,set', 'Tea,Drinks,Spring', 'Cup,Drinks,', 'Mug,X,Spring'];
    const missingRows = { collections: ['Drinks'], sets: ['Spring'] };
    const rejectedImport = await products.import(lines);
    expect(rejectedImport).toMatchObject({ applied: false, missing: missingRows });
    expect(rejectedImport.errors.map(({ row }) => row)).toEqual([2, 2, 3, 4, 4]);
    const [header, teaLine, cupLine] = lines as [string, string, string];
    const preview = await products.import([header, teaLine, cupLine], { dry_run: true, make_missing: true });
    expect(preview).toMatchObject({
      applied: false,
      missing: missingRows,
      errors: [],
      created: [{ name: 'Tea' }, { name: 'Cup' }],
    });
    const listRows = async (path: string) => expectBody<ListEnvelope<ProductCollection>>(await tenant.client.get(path)).results;
    expect(await listRows('/product/v2/collection/')).toEqual([]);
    const importResult = await products.import([header, teaLine, cupLine], { make_missing: true });
    expect(importResult).toMatchObject({ applied: true, missing: missingRows });
    const [collection] = await listRows('/product/v2/collection/');
    expect(collection).toMatchObject({ name: 'Drinks', products_count: 2 });
    expect(await listRows('/product/v2/set/')).toMatchObject([
      { name: 'Spring', product_collection: collection?.id, products_count: 1 },
    ]);
    expect(await products.import([header, teaLine, cupLine], { make_missing: true })).toMatchObject({
      missing: { collections: [], sets: [] },
      unchanged: 2,
    });
    // A name that is too short is still rejected.
    expect((await products.import(lines, { make_missing: true })).errors).toEqual([
      { row: 4, detail: 'There is no collection named X.' },
    ]);
    const changedProduct = (await listProducts()).find(({ name }) => name === 'Cup');
    await tenant.client.patch(`${PRODUCTS}${changedProduct?.id}/`, { name: 'Renamed cup' });
    // The empty set is deleted. The collection stays because it contains a changed product.
    expect(await products.undo(importResult)).toEqual({ undone: 2, kept: [changedProduct?.id, expect.any(String)] });
    expect(await listRows('/product/v2/set/')).toEqual([]);
    expect(await listRows('/product/v2/collection/')).toMatchObject([{ name: 'Drinks', products_count: 1 }]);
  });

  it('undo keeps products that were changed or received an image or price', async () => {
    const milkProduct = await createProduct('Milk', { customer_product_id: 'M-1' });
    const importResult = await products.import([
      'name,customer_product_id',
      'Oat milk,M-1',
      'Tea,T-1',
      'Rice,R-1',
      'Salt,S-1',
      'Deleted,G-1',
    ]);
    const [deletedProduct, , rice, salt, teaProduct] = await listProducts();
    expect([deletedProduct?.name, rice?.name, salt?.name, teaProduct?.name]).toEqual(['Deleted', 'Rice', 'Salt', 'Tea']);
    await tenant.client.patch(`${PRODUCTS}${milkProduct.id}/`, { name: 'Soy milk' });
    await tenant.client.post('/product/v2/image/', {
      product: teaProduct?.id,
      base64: await createImageBase64(),
      noresize: true,
    });
    await tenant.client.post(PRICES, { product_id: rice?.id, price: '1', currency: 'EUR' });
    await tenant.client.delete(`${PRODUCTS}${deletedProduct?.id}/`);
    const undoResponse = await products.undo(importResult);
    expect(undoResponse.undone).toBe(1);
    expect(new Set(undoResponse.kept)).toEqual(new Set([milkProduct.id, teaProduct?.id, rice?.id]));
    expect((await listProducts()).map(({ name }) => name)).toEqual(['Rice', 'Soy milk', 'Tea']);
  });

  it('reports errors by row and applies nothing', async () => {
    await createProduct('Two');
    await createProduct('Two');
    const plan = await products.import([
      'id,name,customer_product_id,collection,set,verified,meta_data',
      ',x,,,,,',
      'no-id,Mugs,,,,,',
      `${'1'.repeat(8)}-1111-4111-8111-${'1'.repeat(12)},Mugs,,,,,`,
      ',Two,,,,,',
      ',Cup,C-1,No such,,,',
      ',Cup,C-2,,None,,',
      ',Cup,C-3,,,maybe,',
      ',Cup,C-4,,,,{fat}',
      ',,C-5,,,,',
      ',Cup,C-6,,,,',
      ',Mug,C-6,,,,',
      ',Cup,C-7,,,,,one too many',
      ',Cup,C-8,,,,9007199254740993',
    ]);
    expect(plan.applied).toBe(false);
    expect(plan.errors).toEqual([
      { row: 2, detail: 'The name must have 2 to 255 characters.' },
      { row: 3, detail: "'no-id' is not an id." },
      { row: 4, detail: 'There is no product with the id 11111111-1111-4111-8111-111111111111.' },
      { row: 5, detail: 'Several products are named Two.' },
      { row: 6, detail: 'There is no collection named No such.' },
      { row: 7, detail: 'There is no set named None.' },
      { row: 8, detail: "'maybe' is neither yes nor no." },
      { row: 9, detail: 'The meta_data is not valid JSON.' },
      { row: 10, detail: 'A new product needs a name.' },
      { row: 12, detail: 'This row is the same as row 11.' },
      { row: 13, detail: 'The row has 8 cells, but the header has 7 columns.' },
      {
        row: 14,
        detail: 'meta_data: has a whole number beyond 9007199254740991, which would be rounded: send it as text',
      },
    ]);
    expect(await listProducts()).toHaveLength(2);
  });

  it.each([
    ['a file without a column that identifies products', 'price\n1', "The header has no column 'name'."],
    ['UTF-16', '\u0000n\u0000a\u0000m\u0000e', 'The file is not in UTF-8. Save it as "CSV UTF-8" and select it again.'],
    ['a duplicate column', 'name,Name\nA,B', "The header has the column 'name' twice."],
    ['an unclosed quotation mark', 'name\n"Milk', 'A quotation mark is not closed, or is in the middle of a cell.'],
    ['too many rows', `name\n${'Tea\n'.repeat(10_001)}`, 'The file has more than 10000 rows.'],
  ])('rejects %s', async (_, csv, detail) => {
    const { errors } = await products.import(csv);
    expect(errors).toMatchObject([{ detail }]);
  });

  it('imports 10,000 rows in one call and exports all of them in chunks', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `Product ${index},P-${index},${index % 2 ? 'yes' : 'no'}`);
    const importResult = await products.import(['name,customer_product_id,verified', ...lines]);
    expect([importResult.applied, importResult.created.length]).toEqual([true, 10_000]);
    const names = new Set<string>();
    let cursor: string | null = null;
    do {
      const csvChunk: CsvChunk = expectBody<CsvChunk>(
        await tenant.client.get(`${PRODUCTS}csv`, cursor === null ? {} : { after: cursor }),
      );
      for (const line of csvChunk.csv.split('\n').filter(Boolean)) names.add(line.split(',')[2] ?? '');
      cursor = csvChunk.next;
    } while (cursor !== null);
    // The set also contains the header of the column.
    expect(names.size).toBe(10_001);
  });

  it('exports the products and prices that match the filters', async () => {
    const milkProduct = await createProduct('Oat milk', { customer_product_id: 'M-7' });
    const breadProduct = await createProduct('Rye bread');
    for (const { id } of [milkProduct, breadProduct])
      await tenant.client.post(PRICES, { product_id: id, price: '1.50', currency: 'EUR' });
    await tenant.client.post(`${PRODUCTS}${breadProduct.id}/verify`);
    const exportColumn = async (path: string, query: object, column: number) =>
      expectBody<CsvChunk>(await tenant.client.get(`${path}csv`, { ...query }))
        .csv.split('\n')
        .slice(1)
        .map((line) => line.split(',')[column]);
    expect(await exportColumn(PRODUCTS, {}, 1)).toEqual(['Oat milk', 'Rye bread']);
    expect(await exportColumn(PRODUCTS, { find: 'm-7' }, 1)).toEqual(['Oat milk']);
    expect(await exportColumn(PRODUCTS, { verified: true, empty: true }, 1)).toEqual(['Rye bread']);
    expect(await exportColumn(PRICES, { find: 'm-7' }, 3)).toEqual(['Oat milk']);
    expect(await exportColumn(PRICES, { lacks: 'price' }, 3)).toEqual([]);
  });

  it('does not find products of other workspaces', async () => {
    const milkProduct = await createProduct('Milk', { customer_product_id: 'M-1' });
    const { client: otherClient } = await tenant.server.createTenant();
    const response = await otherClient.post(`${PRODUCTS}csv`, { csv: `id,name\n${milkProduct.id},Renamed` });
    expect(expectBody<CsvPlan>(response).errors).toMatchObject([
      { detail: `There is no product with the id ${milkProduct.id}.` },
    ]);
    expect(expectBody<CsvChunk>(await otherClient.get(`${PRODUCTS}csv`)).csv.split('\n')).toHaveLength(1);
  });
});
