import type { Price, Product, ProductCollection, ProductImage, ProductSet } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createImageBase64, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const PRODUCTS = '/product/v2/product/';
const COLLECTIONS = '/product/v2/collection/';
const IMAGES = '/product/v2/image/';
const PRICES = '/product/v2/price/';
const SETS = '/product/v2/set/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createProduct = (name = 'Card #1', fields = {}) => createNamedRow<Product>(client, PRODUCTS, { name, ...fields });
const createSet = (name = 'Season', fields = {}) => createNamedRow<ProductSet>(client, SETS, { name, ...fields });
const createCollection = (name = 'Cards') => createNamedRow<ProductCollection>(client, COLLECTIONS, { name, type: 'trading' });
const addImage = async (product: string, fields = {}) =>
  expectBody<ProductImage>(
    await client.post(IMAGES, { product, base64: await createImageBase64(), noresize: true, ...fields }),
    201,
  );
const listNames = async (path: string, query: object) =>
  expectBody<ListEnvelope<{ name: string }>>(await client.get(path, { ...query })).results.map((row) => row.name);

describe('product', () => {
  it('is found by part of its name or customer product id', async () => {
    await createProduct('Oat milk', { customer_product_id: 'SKU-77' });
    await createProduct('Rye bread', { customer_product_id: '50%' });
    expect(await listNames(PRODUCTS, { find: 'MIL' })).toEqual(['Oat milk']);
    expect(await listNames(PRODUCTS, { find: 'ku-7' })).toEqual(['Oat milk']);
    expect(await listNames(PRODUCTS, { find: '%' })).toEqual(['Rye bread']);
  });

  it('and its set are found by their complete id', async () => {
    const [milk, season] = [await createProduct('Oat milk'), await createSet()];
    await createProduct('Rye bread');
    await createSet('Winter');
    expect(await listNames(PRODUCTS, { find: milk.id.toUpperCase() })).toEqual(['Oat milk']);
    expect(await listNames(PRODUCTS, { find: milk.id.slice(0, 8) })).toEqual([]);
    expect(await listNames(PRODUCTS, { search: milk.id })).toEqual([]);
    expect(await listNames(SETS, { find: season.id })).toEqual(['Season']);
    expect(await listNames(SETS, { find: 'INT' })).toEqual(['Winter']);
  });

  it('list is sorted by name, number or time, with products without a number last', async () => {
    await createProduct('cherry', { customer_product_id: 'b-1' });
    await createProduct('Apple');
    await createProduct('Banana', { customer_product_id: 'A-2' });
    const listSorted = (ordering: string, query = {}) => listNames(PRODUCTS, { ordering, ...query });
    expect(await listNames(PRODUCTS, {})).toEqual(['Apple', 'Banana', 'cherry']);
    expect(await listSorted('-name')).toEqual(['cherry', 'Banana', 'Apple']);
    expect(await listSorted('number')).toEqual(['Banana', 'cherry', 'Apple']);
    expect(await listSorted('-number')).toEqual(['cherry', 'Banana', 'Apple']);
    expect(await listSorted('created')).toEqual(['cherry', 'Apple', 'Banana']);
    expect(await listSorted('-created', { page_size: 2, page: 2 })).toEqual(['cherry']);
    expect((await client.get(PRODUCTS, { ordering: 'size' })).status).toBe(400);
  });

  it('is created in a collection, edited partially and verified', async () => {
    const collection = await createCollection();
    expect(Number.isInteger(collection.id)).toBe(true);
    const product = await createProduct('Card #7', { customer_product_id: 'C-7', product_collection: collection.id });
    expect(product).toMatchObject({
      name: 'Card #7',
      customer_product_id: 'C-7',
      product_collection: collection.id,
      product_set: null,
      verified: false,
      meta_data: {},
      thumb: null,
      images_count: 0,
    });
    expect(expectBody(await client.patch(`${PRODUCTS}${product.id}/`, { meta_data: { rare: true } }))).toMatchObject({
      meta_data: { rare: true },
      version: 2,
    });
    expect(expectBody(await client.put(`${PRODUCTS}${product.id}/`, { name: 'Card #8' }))).toMatchObject({
      name: 'Card #8',
      customer_product_id: 'C-7',
      meta_data: { rare: true },
    });
    expect(expectBody(await client.post(`${PRODUCTS}${product.id}/verify`, { product: product.id }))).toMatchObject({
      verified: true,
    });
    expect(expectBody(await client.post(`${PRODUCTS}${product.id}/unverify`))).toMatchObject({ verified: false });
    expect((await client.put(`${PRODUCTS}${product.id}/`, { name: 'Old', version: 1 })).status).toBe(409);
    expect((await client.post(PRODUCTS, { name: 'x' })).body).toEqual({ detail: 'name: Enter at least 2 letters' });
  });

  it('is added to a set and removed from it', async () => {
    const [product, productSet] = [await createProduct(), await createSet()];
    expect(expectBody(await client.put(`${PRODUCTS}${product.id}/`, { product_set: productSet.id }))).toMatchObject({
      product_set: { id: productSet.id, name: 'Season' },
    });
    expect(await listNames(PRODUCTS, { product_set: productSet.id })).toEqual(['Card #1']);
    expect(expectBody(await client.get(`${SETS}${productSet.id}`))).toMatchObject({ products_count: 1 });
    expect(expectBody(await client.put(`${PRODUCTS}${product.id}/`, { product_set: null }))).toMatchObject({ product_set: null });
  });

  it('is filtered by name, collection, customer product id, verification and images', async () => {
    const collection = await createCollection();
    const [fullProduct] = [
      await createProduct('Full', { product_collection: collection.id, customer_product_id: 'F1' }),
      await createProduct('Empty'),
    ];
    await addImage(fullProduct.id);
    await client.post(`${PRODUCTS}${fullProduct.id}/verify`);
    expect(await listNames(PRODUCTS, {})).toEqual(['Empty', 'Full']);
    expect(await listNames(PRODUCTS, { search: 'ful' })).toEqual(['Full']);
    expect(await listNames(PRODUCTS, { product_collection: collection.id })).toEqual(['Full']);
    expect(await listNames(PRODUCTS, { customer_product_id: 'F1' })).toEqual(['Full']);
    expect(await listNames(PRODUCTS, { verified: false })).toEqual(['Empty']);
    expect(await listNames(PRODUCTS, { empty: true })).toEqual(['Empty']);
    expect(await listNames(PRODUCTS, { empty: 'False', verified: true, search: 'u' })).toEqual(['Full']);
  });

  it('is deleted together with its images and prices', async () => {
    const product = await createProduct();
    const image = await addImage(product.id);
    await client.post(PRICES, { product_id: product.id, price: 2, currency: 'eur' });
    expect((await client.delete(`${PRODUCTS}${product.id}/`)).status).toBe(204);
    expect((await client.get(`${IMAGES}${image.id}/`)).status).toBe(404);
    expect((await client.get(PRICES, { product_id: product.id })).status).toBe(404);
  });
});

it('product images may be duplicates and need synchronization after each change', async () => {
  const [product, otherProduct] = [await createProduct(), await createProduct('Card #2')];
  const base64 = await createImageBase64();
  const image = await addImage(product.id, { base64, name: 'front' });
  await addImage(otherProduct.id, { base64 });
  expect(image).toMatchObject({ product: product.id, name: 'front', sync_status: 'TO_SYNC', meta_data: {}, _objects: [] });
  expect(expectBody<Product>(await client.get(`${PRODUCTS}${product.id}/`))).toMatchObject({
    thumb: image.thumb,
    images_count: 1,
  });
  await server.db.updateTable('product_image').set({ sync_status: 'SYNCED' }).where('id', '=', image.id).execute();
  expect(expectBody(await client.patch(`${IMAGES}${image.id}/`, { _objects: [{ name: 'card' }] }))).toMatchObject({
    _objects: [{ name: 'card' }],
    sync_status: 'TO_SYNC',
    version: 2,
  });
  expect(expectBody(await client.put(`${IMAGES}${image.id}/`, { name: 'back', product: product.id }))).toMatchObject({
    name: 'back',
  });
  expect(expectBody<ListEnvelope<ProductImage>>(await client.get(IMAGES, { product: product.id })).count).toBe(1);
  expect((await client.post(IMAGES, { product: product.id, base64: 'AAAA' })).status).toBe(400);
  expect((await client.delete(`${IMAGES}${image.id}`)).status).toBe(204);
});

it('prices are exact to the cent and listed newest first', async () => {
  const product = await createProduct();
  const firstPrice = expectBody<Price>(
    await client.post(PRICES, {
      product_id: product.id,
      price: '1234567890.1',
      currency: 'usd',
      source: 'Auction',
      grade_company: 'PSA',
      item_link: 'https://shop.test/1',
    }),
    201,
  );
  expect(firstPrice).toMatchObject({
    price: '1234567890.10',
    currency: 'USD',
    source: { name: 'Auction' },
    grade_company: { name: 'PSA' },
    item_link: 'https://shop.test/1',
    img_link: null,
  });
  const secondPrice = expectBody<Price>(
    await client.post(PRICES, { product_id: product.id, price: 3, currency: 'EUR', source: 'Auction' }),
    201,
  );
  expect(secondPrice.source).toEqual(firstPrice.source);
  const page = expectBody<ListEnvelope<Price>>(await client.get(PRICES, { product_id: product.id, page_size: 1 }));
  expect([page.count, page.results[0]?.id]).toEqual([2, secondPrice.id]);
  for (const invalidPrice of [{ price: -1 }, { price: 'much' }, { currency: 'EURO' }, { item_link: 'javascript:alert(1)' }]) {
    expect((await client.post(PRICES, { product_id: product.id, price: 1, currency: 'EUR', ...invalidPrice })).status).toBe(400);
  }
  expect((await client.delete(`${PRICES}${firstPrice.id}`)).status).toBe(204);
});

describe('product set', () => {
  it('list is sorted by name or time', async () => {
    for (const name of ['Winter', 'autumn', 'Spring']) await createSet(name);
    expect(await listNames(SETS, {})).toEqual(['autumn', 'Spring', 'Winter']);
    expect(await listNames(SETS, { ordering: '-name' })).toEqual(['Winter', 'Spring', 'autumn']);
    expect(await listNames(SETS, { ordering: 'created' })).toEqual(['Winter', 'autumn', 'Spring']);
    expect(await listNames(SETS, { ordering: '-created' })).toEqual(['Spring', 'autumn', 'Winter']);
    expect((await client.get(SETS, { ordering: 'year' })).status).toBe(400);
  });

  it('is created, completed and gets meta data', async () => {
    const collection = await createCollection();
    const productSet = await createSet('1999', { year: '1999', product_collection: { id: collection.id, name: 'Cards' } });
    expect(productSet).toMatchObject({
      year: 1999,
      product_collection: collection.id,
      parent: null,
      completed: false,
      products_count: 0,
    });
    expect(expectBody(await client.post(`${SETS}${productSet.id}/complete`, { set: productSet.id }))).toMatchObject({
      completed: true,
    });
    expect(await listNames(SETS, { completed: false })).toEqual([]);
    expect(expectBody(await client.post(`${SETS}${productSet.id}/uncomplete`))).toMatchObject({ completed: false });
    expect(expectBody(await client.patch(`${SETS}${productSet.id}/`, { meta_data: { a: [1] }, completed: true }))).toMatchObject({
      meta_data: { a: [1] },
      completed: true,
    });
    expect(await listNames(SETS, { product_collection: collection.id, completed: true, search: '99' })).toEqual(['1999']);
  });

  it('can have a parent but not itself as an ancestor', async () => {
    const [top, middle, bottom] = [await createSet('Top'), await createSet('Middle'), await createSet('Bottom')];
    await client.put(`${SETS}${middle.id}/`, { parent: top.id });
    expect(expectBody(await client.put(`${SETS}${bottom.id}/`, { parent: middle.id }))).toMatchObject({
      parent: middle.id,
      parent_name: 'Middle',
    });
    expect(await listNames(SETS, { parent_set: 'null' })).toEqual(['Top']);
    expect(await listNames(SETS, { parent_set: top.id })).toEqual(['Middle']);
    for (const parentId of [top.id, middle.id, bottom.id]) {
      expect((await client.put(`${SETS}${top.id}/`, { parent: parentId })).body).toEqual({
        detail: 'parent: would be an ancestor of itself',
      });
    }
    expect((await client.delete(`${SETS}${middle.id}/`)).status).toBe(204);
    expect(await listNames(SETS, { parent_set: 'null' })).toEqual(['Bottom', 'Top']);
  });
});

it('a collection can be edited, and deleted only if it is empty', async () => {
  const collection = await createCollection();
  expect(expectBody(await client.put(`${COLLECTIONS}${collection.id}`, { name: 'Coins' }))).toMatchObject({
    id: collection.id,
    name: 'Coins',
    type: 'trading',
    version: 2,
  });
  const product = await createProduct('Card', { product_collection: collection.id });
  expect((await client.delete(`${COLLECTIONS}${collection.id}`)).status).toBe(409);
  await client.put(`${PRODUCTS}${product.id}/`, { product_collection: null });
  expect((await client.delete(`${COLLECTIONS}${collection.id}`)).status).toBe(204);
  for (const id of [collection.id, 'x', '99999999999']) expect((await client.get(`${COLLECTIONS}${id}`)).status).toBe(404);
});

it('the product API returns 404 to non-members', async () => {
  const [product, productSet, collection] = [await createProduct(), await createSet(), await createCollection()];
  const image = await addImage(product.id);
  const { client: otherClient } = await server.createTenant();
  const foreignProduct = await createNamedRow<Product>(otherClient, PRODUCTS);
  const responses = await Promise.all([
    otherClient.get(`${PRODUCTS}${product.id}/`),
    otherClient.put(`${PRODUCTS}${product.id}/`, { name: 'Renamed' }),
    otherClient.post(`${PRODUCTS}${product.id}/verify`),
    otherClient.delete(`${PRODUCTS}${product.id}/`),
    otherClient.put(`${PRODUCTS}${foreignProduct.id}/`, { product_set: productSet.id }),
    otherClient.put(`${PRODUCTS}${foreignProduct.id}/`, { product_collection: collection.id }),
    otherClient.post(PRODUCTS, { name: 'Foreign', product_set: productSet.id }),
    otherClient.get(PRODUCTS, { product_set: productSet.id }),
    otherClient.get(PRODUCTS, { product_collection: collection.id }),
    otherClient.get(IMAGES, { product: product.id }),
    otherClient.post(IMAGES, { product: product.id, base64: await createImageBase64() }),
    otherClient.get(`${IMAGES}${image.id}/`),
    otherClient.delete(`${IMAGES}${image.id}/`),
    otherClient.post(PRICES, { product_id: product.id, price: 1, currency: 'EUR' }),
    otherClient.get(`${SETS}${productSet.id}/`),
    otherClient.get(SETS, { parent_set: productSet.id }),
    otherClient.get(`${COLLECTIONS}${collection.id}`),
  ]);
  expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
});

it('sets and collections count their verified products', async () => {
  const [collection, productSet] = [await createCollection(), await createSet()];
  const fields = { product_collection: collection.id, product_set: productSet.id };
  const [product] = [
    await createProduct('Card #1', fields),
    await createProduct('Card #2', fields),
    await createProduct('Card #3'),
  ];
  await client.post(`${PRODUCTS}${product.id}/verify`);
  const counts = { products_count: 2, verified_count: 1 };
  expect(expectBody(await client.get(`${SETS}${productSet.id}/`))).toMatchObject(counts);
  expect(expectBody<ListEnvelope<ProductSet>>(await client.get(SETS)).results).toMatchObject([counts]);
  expect(expectBody(await client.get(`${COLLECTIONS}${collection.id}`))).toMatchObject(counts);
  expect(expectBody<ListEnvelope<ProductCollection>>(await client.get(COLLECTIONS)).results).toMatchObject([counts]);
});
