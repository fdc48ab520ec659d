import type { Product, ProductImage, TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const PRODUCTS = '/product/v2/product/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createObject = async (image: TrainingImage, data?: number[]) =>
  createTestObject(client, image.id, (await createNamedRow(client, '/detection/v2/label/', { name: 'Pack' })).id, data);
const cropObject = (product: string, object: string, caller = client) =>
  caller.post(`${PRODUCTS}${product}/add-crop`, { object });

/** Uploads an image with an EXIF rotation. Upright it is 200 wide and 400 high, the top is red and the bottom blue. */
async function uploadRotatedImage(): Promise<TrainingImage> {
  const createHalf = (background: string) => ({ create: { width: 200, height: 200, channels: 3 as const, background } });
  const bytes = await sharp(createHalf('red'))
    .extend({ right: 200, background: 'blue' })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return expectBody(
    await client.post('/recognition/v2/training-image/', {
      base64: bytes.toString('base64'),
      noresize: true,
      meta_data: { filename: 'shelf.jpg' },
    }),
    201,
  );
}

it('the crop of an object becomes an upright product image at full resolution', async () => {
  const image = await uploadRotatedImage();
  expect([image.img_width, image.img_height]).toEqual([200, 400]);
  const object = await createObject(image, [20, 180, 170, 390]);
  const product = await createNamedRow<Product>(client, PRODUCTS, { name: 'Oat milk' });
  const createdImage = expectBody<ProductImage>(await cropObject(product.id, object.id), 201);
  expect(createdImage).toMatchObject({
    product: product.id,
    name: 'shelf.jpg',
    sync_status: 'TO_SYNC',
    meta_data: { image: image.id, object: object.id },
  });
  const { bytes } = await client.get(new URL(createdImage.file).pathname.replace('/api', ''));
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([150, 210]);
  const getColor = (y: number) => [...data.subarray(y * 150 * 3, y * 150 * 3 + 3)].map((value) => Math.round(value / 255));
  expect([getColor(5), getColor(200)]).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ]);
  const productImages = expectBody<ListEnvelope<ProductImage>>(await client.get('/product/v2/image/', { product: product.id }));
  expect(productImages.results.map(({ id }) => id)).toEqual([createdImage.id]);
  expect(expectBody<Product>(await client.get(`${PRODUCTS}${product.id}/`))).toMatchObject({
    images_count: 1,
    thumb: createdImage.thumb,
  });
});

it('rejects products and objects of other workspaces and stores nothing', async () => {
  const object = await createObject(await uploadRotatedImage());
  const product = await createNamedRow<Product>(client, PRODUCTS, { name: 'Oat milk' });
  const { client: otherClient } = await server.createTenant();
  const foreignProduct = await createNamedRow<Product>(otherClient, PRODUCTS, { name: 'Theirs' });
  expect((await cropObject(foreignProduct.id, object.id)).status).toBe(404);
  expect((await cropObject(foreignProduct.id, object.id, otherClient)).status).toBe(404);
  expect((await cropObject(product.id, product.id)).status).toBe(404);
  await client.delete(`/detection/v2/object/${object.id}`);
  expect((await cropObject(product.id, object.id)).body).toEqual({ detail: 'Object not found.' });
  const remainingImages = expectBody<ListEnvelope<ProductImage>>(await client.get('/product/v2/image/', { product: product.id }));
  expect(remainingImages.count).toBe(0);
});
