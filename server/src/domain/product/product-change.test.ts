import type { Product, ProductChanges, ProductCollection, ProductImage, ProductSet } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createImageBase64, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { deleteUnusedShapes } from './products/completeness';
import { deleteExpiredFiles } from '../../data-access/rows/discarded-files';
import { postUndoable, undo } from '../../testing/api/undo';

// Use a hundredth of the limit, because rows are slow to insert. The test of product CSV files covers the complete limit.
jest.mock('@console/shared-contract/limits', () => ({
  ...jest.requireActual<object>('@console/shared-contract/limits'),
  MAX_IDS_PER_CALL: 100,
}));

const PRODUCTS = '/product/v2/product/';
const SETS = '/product/v2/set/';
const DAY_MS = 86_400_000;

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createProduct = (name: string, fields = {}) => createNamedRow<Product>(client, PRODUCTS, { name, ...fields });
const createSet = (name: string) => createNamedRow<ProductSet>(client, SETS, { name });
const createCollection = () =>
  createNamedRow<ProductCollection>(client, '/product/v2/collection/', { name: 'Cards', type: 'trading' });
const addImage = async (product: string) =>
  expectBody<ProductImage>(
    await client.post('/product/v2/image/', { product, base64: await createImageBase64(), noresize: true }),
    201,
  );
const addPrice = (product_id: string) => client.post('/product/v2/price/', { product_id, price: 2, currency: 'eur' });
const readProduct = async (product: { id: string }) => expectBody<Product>(await client.get(`${PRODUCTS}${product.id}/`));
const changeProducts = (body: object) => postUndoable<ProductChanges>(client, `${PRODUCTS}change`, body);
const changeStatus = async (caller: TestClient, body: object) => (await caller.post(`${PRODUCTS}change`, body)).status;
const listNames = async (query: object) =>
  expectBody<ListEnvelope<{ name: string }>>(await client.get(PRODUCTS, { ...query })).results.map((row) => row.name);
const getSortedIds = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();

describe('bulk change of products', () => {
  it('verifies products by id or filter and returns those that changed', async () => {
    const [firstProduct, secondProduct, otherProduct] = [
      await createProduct('Card 1'),
      await createProduct('Card 2'),
      await createProduct('Coin'),
    ];
    expect((await changeProducts({ change: 'verify', products: [firstProduct.id] })).changed).toEqual([firstProduct.id]);
    expect((await changeProducts({ change: 'verify', filter: { search: 'card' } })).changed).toEqual([secondProduct.id]);
    expect(await readProduct(secondProduct)).toMatchObject({ verified: true, version: 2 });
    expect(await readProduct(otherProduct)).toMatchObject({ verified: false, version: 1 });
    expect((await changeProducts({ change: 'unverify', products: [secondProduct.id, otherProduct.id] })).changed).toEqual([
      secondProduct.id,
    ]);
    expect(await listNames({ verified: true })).toEqual(['Card 1']);
  });

  it('undo moves products back to their sets, except those moved meanwhile', async () => {
    const [source, target, thirdSet] = [await createSet('From'), await createSet('To'), await createSet('Third')];
    const [firstProduct, secondProduct, thirdProduct, fourthProduct] = [
      await createProduct('P1', { product_set: source.id }),
      await createProduct('P2'),
      await createProduct('P3', { product_set: target.id }),
      await createProduct('P4'),
    ];
    const moveResult = await changeProducts({ change: 'set', product_set: target.id, filter: {} });
    expect([...moveResult.changed].sort()).toEqual(getSortedIds(firstProduct, secondProduct, fourthProduct));
    expect(await listNames({ product_set: target.id })).toEqual(['P1', 'P2', 'P3', 'P4']);
    await client.put(`${PRODUCTS}${fourthProduct.id}/`, { product_set: thirdSet.id });
    expect(await undo(client, moveResult)).toEqual({ undone: 2, kept: [fourthProduct.id] });
    expect(await listNames({ product_set: source.id })).toEqual(['P1']);
    expect(await listNames({ product_set: target.id })).toEqual(['P3']);
    expect(await listNames({ product_set: thirdSet.id })).toEqual(['P4']);
    const removalResult = await changeProducts({
      change: 'unset',
      products: [firstProduct.id, secondProduct.id, thirdProduct.id],
    });
    expect([...removalResult.changed].sort()).toEqual(getSortedIds(firstProduct, thirdProduct));
    await undo(client, removalResult);
    expect((await readProduct(thirdProduct)).product_set).toMatchObject({ name: 'To' });
    expect((await readProduct(firstProduct)).product_set).toMatchObject({ name: 'From' });
  });

  it('undo does not move products to a deleted set', async () => {
    const [sourceSet, deletedSet, targetSet] = [await createSet('From'), await createSet('Deleted'), await createSet('To')];
    const [firstProduct, secondProduct] = [
      await createProduct('P1', { product_set: sourceSet.id }),
      await createProduct('P2', { product_set: deletedSet.id }),
    ];
    const moveResult = await changeProducts({
      change: 'set',
      product_set: targetSet.id,
      products: [firstProduct.id, secondProduct.id],
    });
    await client.delete(`${SETS}${deletedSet.id}/`);
    expect(await undo(client, moveResult)).toEqual({ undone: 1, kept: [secondProduct.id] });
    expect((await readProduct(secondProduct)).product_set).toMatchObject({ name: 'To' });
  });

  it('search finds any part of a name, ignoring case and LIKE wildcards', async () => {
    for (const name of ['Oat 100% milk_x', 'Oat 1000 milkyx', 'Back\\slash', 'ÄPFEL']) await createProduct(name);
    expect(await listNames({ search: '100%' })).toEqual(['Oat 100% milk_x']);
    expect(await listNames({ search: 'K_X' })).toEqual(['Oat 100% milk_x']);
    expect(await listNames({ search: 'k\\s' })).toEqual(['Back\\slash']);
    expect(await listNames({ search: 'äpf' })).toEqual(['ÄPFEL']);
    expect(await listNames({ search: 'o' })).toEqual(['Oat 100% milk_x', 'Oat 1000 milkyx']);
  });

  it('undo restores deleted products with their images and prices', async () => {
    const [collection, productSet] = [await createCollection(), await createSet('Season')];
    const product = await createProduct('Card 1', {
      product_collection: collection.id,
      product_set: productSet.id,
      meta_data: { rare: true },
    });
    const image = await addImage(product.id);
    await addPrice(product.id);
    const deletionResult = await changeProducts({ change: 'delete', filter: { search: 'card' } });
    expect(deletionResult.changed).toEqual([product.id]);
    expect(await listNames({})).toEqual([]);
    expect((await client.get(`${PRODUCTS}${product.id}/`)).status).toBe(404);
    expect(await undo(client, deletionResult)).toEqual({ undone: 3, kept: [] });
    expect(await undo(client, deletionResult)).toEqual({ undone: 0, kept: [] });
    expect(await readProduct(product)).toMatchObject({
      name: 'Card 1',
      product_collection: collection.id,
      product_set: { id: productSet.id },
      images_count: 1,
      prices_count: 1,
      lacks: ['verification'],
      version: 2,
    });
    expect(expectBody(await client.get(`/product/v2/image/${image.id}/`))).toMatchObject({ product: product.id });
    const nextDeletion = await changeProducts({ change: 'delete', products: [product.id] });
    await client.delete(`${SETS}${productSet.id}/`);
    await client.delete(`/product/v2/collection/${collection.id}`);
    await undo(client, nextDeletion);
    expect(await readProduct(product)).toMatchObject({ product_collection: null, product_set: null, images_count: 1 });
  });

  it('`skip_gone` skips products that have been deleted meanwhile', async () => {
    const [firstProduct, secondProduct] = [await createProduct('P1'), await createProduct('P2')];
    const { client: otherClient } = await server.createTenant();
    const foreignProduct = await createNamedRow<Product>(otherClient, PRODUCTS);
    const products = [firstProduct.id, secondProduct.id];
    await changeProducts({ change: 'verify', products });
    await client.delete(`${PRODUCTS}${secondProduct.id}/`);
    expect(await changeStatus(client, { change: 'unverify', products })).toBe(404);
    const undoBody = { change: 'unverify', products: [...products, foreignProduct.id], skip_gone: true };
    expect((await changeProducts(undoBody)).changed).toEqual([firstProduct.id]);
    expect(await readProduct(firstProduct)).toMatchObject({ verified: false });
  });

  it('changes all matching products in several calls if they exceed the limit', async () => {
    const extraCount = 3;
    const { workspace } = await createProduct('P0');
    await sql`
      insert into product (workspace_id, name)
      select ${workspace}, 'P' || n from generate_series(2, ${MAX_IDS_PER_CALL + extraCount}::int) n`.execute(server.db);
    expect(await changeStatus(client, { change: 'verify', filter: {} })).toBe(400);
    const body = { change: 'verify', filter: { verified: false }, in_parts: true };
    const firstBatch = await changeProducts(body);
    expect([firstBatch.changed.length, typeof firstBatch.next]).toEqual([MAX_IDS_PER_CALL, 'string']);
    const secondBatch = await changeProducts({ ...body, after: firstBatch.next });
    expect([secondBatch.changed.length, secondBatch.next]).toEqual([extraCount, null]);
    expect(new Set([...firstBatch.changed, ...secondBatch.changed]).size).toBe(MAX_IDS_PER_CALL + extraCount);
  });

  it('undo finds the files of deleted products for 30 days', async () => {
    const product = await createProduct('Card 1');
    const image = await addImage(product.id);
    const file = new URL(image.file).pathname.replace('/api', '');
    const deleteFiles = (days: number) => deleteExpiredFiles(server.db, server.files, new Date(Date.now() + days * DAY_MS));
    const deletionResult = await changeProducts({ change: 'delete', products: [product.id] });
    await deleteFiles(29);
    expect(await undo(client, deletionResult)).toEqual({ undone: 2, kept: [] });
    const nextDeletion = await changeProducts({ change: 'delete', products: [product.id] });
    await deleteFiles(31);
    expect(await undo(client, nextDeletion)).toEqual({ undone: 1, kept: [image.id] });
    expect((await server.anonymous.get(file)).status).toBe(404);
  });

  it('requires membership and rejects unknown filters', async () => {
    const [product, productSet] = [await createProduct('Card 1'), await createSet('Season')];
    const { client: otherClient } = await server.createTenant();
    const foreignProduct = await createNamedRow<Product>(otherClient, PRODUCTS);
    expect(await changeStatus(otherClient, { change: 'delete', products: [product.id] })).toBe(404);
    expect(await changeStatus(otherClient, { change: 'set', product_set: productSet.id, products: [foreignProduct.id] })).toBe(
      404,
    );
    for (const invalidBody of [
      { change: 'delete' },
      { change: 'delete', filter: { serach: 'Card' } },
      { change: 'set', products: [product.id] },
    ])
      expect(await changeStatus(client, invalidBody)).toBe(400);
    expect(await listNames({})).toEqual(['Card 1']);
  });
});

describe('product completeness', () => {
  it('reports missing images, price, verification and common meta data keys', async () => {
    const { id: product_collection } = await createCollection();
    const completeProduct = await createProduct('Full', { product_collection, meta_data: { year: 1999, rare: true, note: 'x' } });
    const partialProduct = await createProduct('Half', { product_collection, meta_data: { year: 2000, rare: '' } });
    const unmarkedProduct = await createProduct('None', { product_collection, meta_data: [1] });
    await addImage(completeProduct.id);
    await addPrice(completeProduct.id);
    await changeProducts({ change: 'verify', products: [completeProduct.id] });
    // Two of three products have the key year; one has rare and note.
    expect(await readProduct(completeProduct)).toMatchObject({ lacks: [], missing_keys: [] });
    expect(await readProduct(partialProduct)).toMatchObject({ lacks: ['pictures', 'price', 'verification'], missing_keys: [] });
    expect(await readProduct(unmarkedProduct)).toMatchObject({
      lacks: ['pictures', 'meta', 'price', 'verification'],
      missing_keys: ['year'],
    });
    expect(await listNames({ lacks: 'nothing' })).toEqual(['Full']);
    expect(await listNames({ lacks: 'anything' })).toEqual(['Half', 'None']);
    expect(await listNames({ lacks: 'meta' })).toEqual(['None']);
    expect(await listNames({ lacks: 'price' })).toEqual(['Half', 'None']);
    // Without the third product, one of two products has the keys rare and note.
    const deletionResult = await changeProducts({ change: 'delete', products: [unmarkedProduct.id] });
    expect(await readProduct(partialProduct)).toMatchObject({ missing_keys: ['note', 'rare'] });
    await client.patch(`${PRODUCTS}${partialProduct.id}/`, { meta_data: { year: 1, rare: 2, note: 3 } });
    expect(await listNames({ lacks: 'meta' })).toEqual([]);
    await undo(client, deletionResult);
    expect(await readProduct(unmarkedProduct)).toMatchObject({ missing_keys: ['note', 'rare', 'year'] });
    await client.put(`${PRODUCTS}${unmarkedProduct.id}/`, { product_collection: null });
    expect(await readProduct(unmarkedProduct)).toMatchObject({ lacks: ['pictures', 'price', 'verification'], missing_keys: [] });
  });

  it('stays correct after images move and after concurrent writes', async () => {
    const { id: product_collection } = await createCollection();
    const products = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        createProduct(`P${index}`, { product_collection, meta_data: index % 2 === 0 ? { size: index } : { [`own${index}`]: 1 } }),
      ),
    );
    const [firstProduct, secondProduct] = products as [Product, Product];
    const images = await Promise.all(Array.from({ length: 6 }, () => addImage(firstProduct.id)));
    await Promise.all([
      ...images.slice(0, 2).map(({ id }) => client.put(`/product/v2/image/${id}/`, { product: secondProduct.id })),
    ]);
    await client.delete(`/product/v2/image/${images[2]?.id}`);
    expect([(await readProduct(firstProduct)).images_count, (await readProduct(secondProduct)).images_count]).toEqual([3, 2]);
    await Promise.all(
      products.map(({ id }, index) => client.patch(`${PRODUCTS}${id}/`, { meta_data: index < 6 ? { size: 1 } : {} })),
    );
    await deleteUnusedShapes(server.db);
    const shapes = await server.db
      .selectFrom('product_shape')
      .select(['keys', 'products'])
      .where('collection_id', '=', product_collection)
      .execute();
    expect(shapes.sort((a, b) => a.keys.length - b.keys.length)).toEqual([
      { keys: [], products: 6 },
      { keys: ['size'], products: 6 },
    ]);
    expect(await listNames({ lacks: 'meta' })).toHaveLength(6);
  });
});
