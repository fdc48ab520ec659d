import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestObject, uploadImages } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { ImageRecord } from './image-record';
import { readWorkspace } from './read-workspace';

const IMAGE_COUNT = 3_000;
const POLYGONS_ON_FIRST_IMAGE = 6_000;

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

/**
 * Inserts `IMAGE_COUNT` images, each with a point and every third with an object. The first image also has `POLYGONS_ON_FIRST_IMAGE`
 * polygons.
 */
async function insertImages(): Promise<void> {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const polygonLabel = await createNamedRow(client, '/segmentation/v2/label/');
  await sql`
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created)
    select ${workspaceId}, n, 'k', 'k', 'image/png', 'hash ' || n, 100, 100, now() + n * interval '1 ms'
    from generate_series(0, ${IMAGE_COUNT - 1}) n`.execute(server.db);
  await sql`
    insert into detection_object (workspace_id, seq, image_id, detection_label_id, data, created)
    select workspace_id, seq, id, ${label.id}, array[1, 1, 9, 9], created from training_image
    where workspace_id = ${workspaceId} and seq % 3 = 0`.execute(server.db);
  await sql`
    insert into point (workspace_id, image_id, name, data)
    select workspace_id, id, 'p' || seq, array[1, 1] from training_image where workspace_id = ${workspaceId}`.execute(server.db);
  await sql`
    insert into polygon (workspace_id, image_id, segmentation_label_id, data, bbox)
    select ${workspaceId}, i.id, ${polygonLabel.id}, array[0, 0, 9, 0, 9, 9], array[0, 0, 9, 9]
    from training_image i, generate_series(1, ${POLYGONS_ON_FIRST_IMAGE}) where i.workspace_id = ${workspaceId} and i.seq = 0`.execute(
    server.db,
  );
}

it('returns every image with its shapes as of the start of the read', async () => {
  await insertImages();
  const images: ImageRecord[] = [];
  for await (const image of readWorkspace(server.db, workspaceId)) {
    images.push(image);
    if (images.length !== 10) continue;
    // Change images that the reader has not read yet, through other connections.
    await sql`delete from training_image where workspace_id = ${workspaceId} and seq between 500 and 900`.execute(server.db);
    await sql`delete from point where workspace_id = ${workspaceId}`.execute(server.db);
    await sql`update detection_object set data = array[5, 5, 6, 6] where workspace_id = ${workspaceId}`.execute(server.db);
    await sql`
      insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created)
      values (${workspaceId}, ${IMAGE_COUNT}, 'k', 'k', 'image/png', 'late', 100, 100, now())`.execute(server.db);
  }
  expect(images.map(({ seq }) => seq)).toEqual(Array.from({ length: IMAGE_COUNT }, (_, seq) => seq));
  expect(images.filter(({ seq, points }) => points.length !== 1 || points[0]?.name !== `p${seq}`)).toEqual([]);
  expect(images.flatMap(({ objects }) => objects)).toHaveLength(IMAGE_COUNT / 3);
  expect(new Set(images.flatMap(({ objects }) => objects.map(({ data }) => data.join())))).toEqual(new Set(['1,1,9,9']));
  expect(images.map(({ polygons }) => polygons.length).filter(Boolean)).toEqual([POLYGONS_ON_FIRST_IMAGE]);
});

it('returns labels and values of images and objects, only from this workspace', async () => {
  const [image] = await uploadImages(client, 2, { meta_data: { a: [null] } });
  const object = await createTestObject(
    client,
    image?.id ?? '',
    (await createNamedRow(client, '/detection/v2/label/', { name: 'Box' })).id,
  );
  const [ripeLabel, appleLabel, weightLabel] = [
    await createTestLabel(client, { name: 'Ripe' }),
    await createTestLabel(client, { name: 'apple' }),
    await createTestLabel(client, { name: 'Weight', type: 'value' }),
  ];
  for (const { id } of [ripeLabel, appleLabel])
    expectBody(await client.post(`/recognition/v2/training-image/${image?.id}/add-label`, { label_id: id }));
  expectBody(await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: weightLabel.id, value: 2.5 }));
  expectBody(await client.post('/annotate/v2/verification/', { image_id: image?.id }), 201);
  const { client: otherClient, workspaceId: otherWorkspaceId } = await server.createTenant();
  await uploadImages(otherClient, 1);

  const images: ImageRecord[] = [];
  for await (const readImage of readWorkspace(server.db, workspaceId)) images.push(readImage);
  expect(images).toHaveLength(2);
  expect(images[0]).toMatchObject({
    id: image?.id,
    meta_data: { a: [null] },
    verifications: 1,
    labels: [
      { id: appleLabel.id, name: 'apple', value: null },
      { id: ripeLabel.id, name: 'Ripe', value: null },
    ],
    objects: [
      {
        id: object.id,
        detection_label: { name: 'Box' },
        data: object.data,
        labels: [{ id: weightLabel.id, name: 'Weight', value: 2.5 }],
      },
    ],
  });
  for await (const readImage of readWorkspace(server.db, otherWorkspaceId)) expect(readImage.objects).toEqual([]);
});

it('releases its connection when the reader stops early', async () => {
  await uploadImages(client, 3);
  // There are more rounds than connections in the pool, so a connection that is not returned would block the test.
  for (let round = 0; round < 30; round += 1) {
    for await (const image of readWorkspace(server.db, workspaceId)) {
      expect(image.seq).toBe(0);
      break;
    }
  }
});
