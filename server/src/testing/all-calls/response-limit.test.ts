import { sql } from 'kysely';
import { MAX_RESPONSE_BYTES } from '../../data-access/rows/response-limit';
import { expectBody } from '../api/client';
import { createNamedRow, createTestObject, uploadImages, type ListEnvelope } from '../api/fixtures';
import { setUpTestServer } from '../api/test-server';

const server = setUpTestServer();

it('a page of large rows ends before 16 MB', async () => {
  const { client } = await server.createTenant();
  const [image] = await uploadImages(client, 1);
  const label = await createNamedRow(client, '/detection/v2/label/');
  const newestIds = [];
  for (let objectNumber = 0; objectNumber < 3; objectNumber += 1)
    newestIds.unshift((await createTestObject(client, image!.id, label.id)).id);
  await sql`update detection_object set meta_data = jsonb_build_object('text', repeat('x', 6000000))`.execute(server.db);
  const response = await client.get('/detection/v2/object/', { page_size: 1000 });
  const { results, count } = expectBody<ListEnvelope<{ id: string }>>(response);
  expect([count, results.map(({ id }) => id)]).toEqual([3, newestIds.slice(0, 2)]);
  expect(MAX_RESPONSE_BYTES).toBe(16_000_000);
});
