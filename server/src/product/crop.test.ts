import type { Product, ProductImage, TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { bodyOf, type TestClient } from '../testing/client';
import { makeNamed, makeObject, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';

const PRODUCTS = '/product/v2/product/';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const makeBox = async (image: TrainingImage, data?: number[]) =>
  makeObject(client, image.id, (await makeNamed(client, '/detection/v2/label/', { name: 'Pack' })).id, data);
const crop = (product: string, object: string, by = client) => by.post(`${PRODUCTS}${product}/add-crop`, { object });

/** A picture lying on its side: seen upright, 200 wide and 400 high, its upper half is red and its lower half blue. */
async function turnedPicture(): Promise<TrainingImage> {
  const half = (background: string) => ({ create: { width: 200, height: 200, channels: 3 as const, background } });
  const bytes = await sharp(half('red'))
    .extend({ right: 200, background: 'blue' })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return bodyOf(
    await client.post('/recognition/v2/training-image/', {
      base64: bytes.toString('base64'),
      noresize: true,
      meta_data: { filename: 'shelf.jpg' },
    }),
    201,
  );
}

it('the cut-out of an object is a picture of the product, upright, in every pixel, with all that an upload has', async () => {
  const image = await turnedPicture();
  expect([image.img_width, image.img_height]).toEqual([200, 400]);
  const object = await makeBox(image, [20, 180, 170, 390]);
  const product = await makeNamed<Product>(client, PRODUCTS, { name: 'Oat milk' });
  const made = bodyOf<ProductImage>(await crop(product.id, object.id), 201);
  expect(made).toMatchObject({
    product: product.id,
    name: 'shelf.jpg',
    sync_status: 'TO_SYNC',
    meta_data: { image: image.id, object: object.id },
  });
  const { bytes } = await client.get(new URL(made.file).pathname.replace('/api', ''));
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([150, 210]);
  const colour = (y: number) => [...data.subarray(y * 150 * 3, y * 150 * 3 + 3)].map((value) => Math.round(value / 255));
  expect([colour(5), colour(200)]).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ]);
  const listed = bodyOf<ListOf<ProductImage>>(await client.get('/product/v2/image/', { product: product.id }));
  expect(listed.results.map(({ id }) => id)).toEqual([made.id]);
  expect(bodyOf<Product>(await client.get(`${PRODUCTS}${product.id}/`))).toMatchObject({ images_count: 1, thumb: made.thumb });
});

it('neither a product nor an object of another workspace is known, and nothing is left of a refusal', async () => {
  const object = await makeBox(await turnedPicture());
  const product = await makeNamed<Product>(client, PRODUCTS, { name: 'Oat milk' });
  const { client: stranger } = await server.makeTenant();
  const theirs = await makeNamed<Product>(stranger, PRODUCTS, { name: 'Theirs' });
  expect((await crop(theirs.id, object.id)).status).toBe(404);
  expect((await crop(theirs.id, object.id, stranger)).status).toBe(404);
  expect((await crop(product.id, product.id)).status).toBe(404);
  await client.delete(`/detection/v2/object/${object.id}`);
  expect((await crop(product.id, object.id)).body).toEqual({ detail: 'Object not found.' });
  const left = bodyOf<ListOf<ProductImage>>(await client.get('/product/v2/image/', { product: product.id }));
  expect(left.count).toBe(0);
});
