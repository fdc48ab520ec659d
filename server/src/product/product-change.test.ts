import type { Product, ProductChanges, ProductCollection, ProductImage, ProductSet } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { bodyOf, type TestClient } from '../testing/client';
import { makeNamed, pictureBase64, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { clearShapes } from './products/completeness';
import { purgeDeletedProducts } from './products/trash';

const PRODUCTS = '/product/v2/product/';
const SETS = '/product/v2/set/';
const DAY = 86_400_000;

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const makeProduct = (name: string, fields = {}) => makeNamed<Product>(client, PRODUCTS, { name, ...fields });
const makeSet = (name: string) => makeNamed<ProductSet>(client, SETS, { name });
const makeCollection = () => makeNamed<ProductCollection>(client, '/product/v2/collection/', { name: 'Cards', type: 'trading' });
const addImage = async (product: string) =>
  bodyOf<ProductImage>(await client.post('/product/v2/image/', { product, base64: await pictureBase64(), noresize: true }), 201);
const addPrice = (product_id: string) => client.post('/product/v2/price/', { product_id, price: 2, currency: 'eur' });
const read = async (product: { id: string }) => bodyOf<Product>(await client.get(`${PRODUCTS}${product.id}/`));
const change = async (body: object) => bodyOf<ProductChanges>(await client.post(`${PRODUCTS}change`, body));
const asked = async (caller: TestClient, body: object) => (await caller.post(`${PRODUCTS}change`, body)).status;
const names = async (query: object) =>
  bodyOf<ListOf<{ name: string }>>(await client.get(PRODUCTS, { ...query })).results.map((row) => row.name);
const idsOf = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();

describe('many products', () => {
  it('are verified by name or by what matches, and the answer says which were not so before', async () => {
    const [one, two, other] = [await makeProduct('Card 1'), await makeProduct('Card 2'), await makeProduct('Coin')];
    expect((await change({ change: 'verify', products: [one.id] })).changed).toEqual([one.id]);
    expect((await change({ change: 'verify', filter: { search: 'card' } })).changed).toEqual([two.id]);
    expect(await read(two)).toMatchObject({ verified: true, version: 2 });
    expect(await read(other)).toMatchObject({ verified: false, version: 1 });
    expect((await change({ change: 'unverify', products: [two.id, other.id] })).changed).toEqual([two.id]);
    expect(await names({ verified: true })).toEqual(['Card 1']);
  });

  it('go into a set and back where they were, but what somebody has moved on stays there', async () => {
    const [from, to, third] = [await makeSet('From'), await makeSet('To'), await makeSet('Third')];
    const [one, two, three, four] = [
      await makeProduct('P1', { product_set: from.id }),
      await makeProduct('P2'),
      await makeProduct('P3', { product_set: to.id }),
      await makeProduct('P4'),
    ];
    const moved = await change({ change: 'set', product_set: to.id, filter: {} });
    expect([...moved.changed].sort()).toEqual(idsOf(one, two, four));
    expect(await names({ product_set: to.id })).toEqual(['P1', 'P2', 'P3', 'P4']);
    await client.put(`${PRODUCTS}${four.id}/`, { product_set: third.id });
    const back = await change({ change: 'put-back', product_set: to.id, before: moved.before });
    expect([...back.changed].sort()).toEqual(idsOf(one, two));
    expect(await names({ product_set: from.id })).toEqual(['P1']);
    expect(await names({ product_set: to.id })).toEqual(['P3']);
    expect(await names({ product_set: third.id })).toEqual(['P4']);
    const out = await change({ change: 'unset', products: [one.id, two.id, three.id] });
    expect([...out.changed].sort()).toEqual(idsOf(one, three));
    await change({ change: 'put-back', before: out.before });
    expect((await read(three)).product_set).toMatchObject({ name: 'To' });
    expect((await read(one)).product_set).toMatchObject({ name: 'From' });
  });

  it('stay where they are when the set they would go back to is gone, and the others go back', async () => {
    const [from, gone, to] = [await makeSet('From'), await makeSet('Gone'), await makeSet('To')];
    const [one, two] = [await makeProduct('P1', { product_set: from.id }), await makeProduct('P2', { product_set: gone.id })];
    const moved = await change({ change: 'set', product_set: to.id, products: [one.id, two.id] });
    await client.delete(`${SETS}${gone.id}/`);
    expect((await change({ change: 'put-back', product_set: to.id, before: moved.before })).changed).toEqual([one.id]);
    expect((await read(two)).product_set).toMatchObject({ name: 'To' });
    // The set they were put into is gone: they are in none, which nobody has asked to undo.
    const again = await change({ change: 'set', product_set: to.id, products: [one.id] });
    await client.delete(`${SETS}${to.id}/`);
    expect((await change({ change: 'put-back', product_set: to.id, before: again.before })).changed).toEqual([]);
    expect((await read(one)).product_set).toBeNull();
  });

  it('are found by any part of the name, in whatever case, and by signs that mean something to a search', async () => {
    for (const name of ['Oat 100% milk_x', 'Oat 1000 milkyx', 'Back\\slash', 'ÄPFEL']) await makeProduct(name);
    expect(await names({ search: '100%' })).toEqual(['Oat 100% milk_x']);
    expect(await names({ search: 'K_X' })).toEqual(['Oat 100% milk_x']);
    expect(await names({ search: 'k\\s' })).toEqual(['Back\\slash']);
    expect(await names({ search: 'äpf' })).toEqual(['ÄPFEL']);
    expect(await names({ search: 'o' })).toEqual(['Oat 100% milk_x', 'Oat 1000 milkyx']);
  });

  it('are deleted and come back with their pictures and prices, under their ids', async () => {
    const [collection, set] = [await makeCollection(), await makeSet('Season')];
    const product = await makeProduct('Card 1', {
      product_collection: collection.id,
      product_set: set.id,
      meta_data: { rare: true },
    });
    const image = await addImage(product.id);
    await addPrice(product.id);
    expect((await change({ change: 'delete', filter: { search: 'card' } })).changed).toEqual([product.id]);
    expect(await names({})).toEqual([]);
    expect((await client.get(`${PRODUCTS}${product.id}/`)).status).toBe(404);
    expect((await change({ change: 'restore', products: [product.id] })).changed).toEqual([product.id]);
    expect((await change({ change: 'restore', products: [product.id] })).changed).toEqual([]);
    expect(await read(product)).toMatchObject({
      name: 'Card 1',
      product_collection: collection.id,
      product_set: { id: set.id },
      images_count: 1,
      prices_count: 1,
      lacks: ['verification'],
      version: 2,
    });
    expect(bodyOf(await client.get(`/product/v2/image/${image.id}/`))).toMatchObject({ product: product.id });
    await client.delete(`${PRODUCTS}${product.id}/`);
    await client.delete(`${SETS}${set.id}/`);
    await client.delete(`/product/v2/collection/${collection.id}`);
    await change({ change: 'restore', products: [product.id] });
    expect(await read(product)).toMatchObject({ product_collection: null, product_set: null, images_count: 1 });
  });

  it('that are taken back leave out what was deleted since, where that is asked for', async () => {
    const [from, to] = [await makeSet('From'), await makeSet('To')];
    const [one, two] = [await makeProduct('P1', { product_set: from.id }), await makeProduct('P2', { product_set: from.id })];
    const { client: stranger } = await server.makeTenant();
    const foreign = await makeNamed<Product>(stranger, PRODUCTS);
    const products = [one.id, two.id];
    await change({ change: 'verify', products });
    const { before } = await change({ change: 'set', product_set: to.id, products });
    await client.delete(`${PRODUCTS}${two.id}/`);
    expect(await asked(client, { change: 'unverify', products })).toBe(404);
    expect(await asked(client, { change: 'put-back', product_set: to.id, before })).toBe(404);
    const undone = { change: 'unverify', products: [...products, foreign.id], skip_gone: true };
    expect((await change(undone)).changed).toEqual([one.id]);
    expect((await change({ change: 'put-back', product_set: to.id, before, skip_gone: true })).changed).toEqual([one.id]);
    expect(await read(one)).toMatchObject({ verified: false, product_set: { name: 'From' } });
    // Of two that were deleted one is gone for good.
    await client.delete(`${PRODUCTS}${one.id}/`);
    await sql`delete from deleted_product where id = ${two.id}`.execute(server.db);
    expect(await asked(client, { change: 'restore', products })).toBe(404);
    expect((await change({ change: 'restore', products, skip_gone: true })).changed).toEqual([one.id]);
    expect((await change({ change: 'restore', products: [two.id], skip_gone: true })).changed).toEqual([]);
  });

  it('that match, more than one call may change, are changed in parts', async () => {
    const more = 3;
    const { workspace } = await makeProduct('P0');
    await sql`
      insert into product (workspace_id, name)
      select ${workspace}, 'P' || n from generate_series(2, ${MAX_IDS_PER_CALL + more}::int) n`.execute(server.db);
    expect(await asked(client, { change: 'verify', filter: {} })).toBe(400);
    const body = { change: 'verify', filter: { verified: false }, in_parts: true };
    const first = await change(body);
    expect([first.changed.length, typeof first.next]).toEqual([MAX_IDS_PER_CALL, 'string']);
    const second = await change({ ...body, after: first.next });
    expect([second.changed.length, second.next]).toEqual([more, null]);
    expect(new Set([...first.changed, ...second.changed]).size).toBe(MAX_IDS_PER_CALL + more);
  });

  it('that were deleted are kept for 30 days, and their files no longer', async () => {
    const product = await makeProduct('Card 1');
    const image = await addImage(product.id);
    const file = new URL(image.file).pathname.replace('/api', '');
    await client.delete(`${PRODUCTS}${product.id}/`);
    await purgeDeletedProducts(server.db, server.app.deps.files, new Date(Date.now() + 29 * DAY));
    expect(await asked(client, { change: 'restore', products: [product.id] })).toBe(200);
    await client.delete(`${PRODUCTS}${product.id}/`);
    await purgeDeletedProducts(server.db, server.app.deps.files, new Date(Date.now() + 31 * DAY));
    expect(await asked(client, { change: 'restore', products: [product.id] })).toBe(404);
    expect((await server.anonymous.get(file)).status).toBe(404);
  });

  it('are changed by the members of their workspace alone, and never by a filter that is misspelt', async () => {
    const [product, gone, set] = [await makeProduct('Card 1'), await makeProduct('Gone'), await makeSet('Season')];
    await client.delete(`${PRODUCTS}${gone.id}/`);
    const { client: stranger } = await server.makeTenant();
    const theirs = await makeNamed<Product>(stranger, PRODUCTS);
    expect(await asked(stranger, { change: 'delete', products: [product.id] })).toBe(404);
    expect(await asked(stranger, { change: 'restore', products: [gone.id] })).toBe(404);
    expect(await asked(stranger, { change: 'set', product_set: set.id, products: [theirs.id] })).toBe(404);
    const before = [{ product_set: set.id, products: [theirs.id] }];
    expect(await asked(stranger, { change: 'put-back', before })).toBe(404);
    for (const wrong of [
      { change: 'delete' },
      { change: 'delete', filter: { serach: 'Card' } },
      { change: 'restore', filter: {} },
      { change: 'set', products: [product.id] },
      { change: 'put-back', products: [product.id] },
    ])
      expect(await asked(client, wrong)).toBe(400);
    expect(await names({})).toEqual(['Card 1']);
  });
});

describe('what a product lacks', () => {
  it('is pictures, a price, verification, and keys that at least half of its collection carry', async () => {
    const { id: product_collection } = await makeCollection();
    const full = await makeProduct('Full', { product_collection, meta_data: { year: 1999, rare: true, note: 'x' } });
    const half = await makeProduct('Half', { product_collection, meta_data: { year: 2000, rare: '' } });
    const none = await makeProduct('None', { product_collection, meta_data: [1] });
    await addImage(full.id);
    await addPrice(full.id);
    await change({ change: 'verify', products: [full.id] });
    // year: 2 of 3; rare and note: 1 of 3
    expect(await read(full)).toMatchObject({ lacks: [], missing_keys: [] });
    expect(await read(half)).toMatchObject({ lacks: ['pictures', 'price', 'verification'], missing_keys: [] });
    expect(await read(none)).toMatchObject({ lacks: ['pictures', 'meta', 'price', 'verification'], missing_keys: ['year'] });
    expect(await names({ lacks: 'nothing' })).toEqual(['Full']);
    expect(await names({ lacks: 'anything' })).toEqual(['Half', 'None']);
    expect(await names({ lacks: 'meta' })).toEqual(['None']);
    expect(await names({ lacks: 'price' })).toEqual(['Half', 'None']);
    // The third leaves: now rare and note are of one in two.
    await client.delete(`${PRODUCTS}${none.id}/`);
    expect(await read(half)).toMatchObject({ missing_keys: ['note', 'rare'] });
    await client.patch(`${PRODUCTS}${half.id}/`, { meta_data: { year: 1, rare: 2, note: 3 } });
    expect(await names({ lacks: 'meta' })).toEqual([]);
    await change({ change: 'restore', products: [none.id] });
    expect(await read(none)).toMatchObject({ missing_keys: ['note', 'rare', 'year'] });
    await client.put(`${PRODUCTS}${none.id}/`, { product_collection: null });
    expect(await read(none)).toMatchObject({ lacks: ['pictures', 'price', 'verification'], missing_keys: [] });
  });

  it('is right after pictures have moved and gone, and after many writers at once', async () => {
    const { id: product_collection } = await makeCollection();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        makeProduct(`P${at}`, { product_collection, meta_data: at % 2 === 0 ? { size: at } : { [`own${at}`]: 1 } }),
      ),
    );
    const [one, two] = made as [Product, Product];
    const images = await Promise.all(Array.from({ length: 6 }, () => addImage(one.id)));
    await Promise.all([...images.slice(0, 2).map(({ id }) => client.put(`/product/v2/image/${id}/`, { product: two.id }))]);
    await client.delete(`/product/v2/image/${images[2]?.id}`);
    expect([(await read(one)).images_count, (await read(two)).images_count]).toEqual([3, 2]);
    await Promise.all(made.map(({ id }, at) => client.patch(`${PRODUCTS}${id}/`, { meta_data: at < 6 ? { size: 1 } : {} })));
    await clearShapes(server.db);
    const shapes = await server.db
      .selectFrom('product_shape')
      .select(['keys', 'products'])
      .where('collection_id', '=', product_collection)
      .execute();
    expect(shapes.sort((a, b) => a.keys.length - b.keys.length)).toEqual([
      { keys: [], products: 6 },
      { keys: ['size'], products: 6 },
    ]);
    expect(await names({ lacks: 'meta' })).toHaveLength(6);
  });
});
