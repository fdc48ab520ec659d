import { randomBytes } from 'node:crypto';
import type { RecognitionModel, Work } from '@console/shared-contract/api';
import type { z } from 'zod';
import { createDatabaseIfAbsent, withClient } from '../../platform/database/connection';
import { findWriteDifferences } from '../servers/check-acknowledged';
import type { TestClient } from '../api/client';
import { expectBody } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import { createTestJob, createTestTask, uploadImages } from '../api/fixtures';
import { startFleet, TEST_USER, type Fleet } from '../servers/fleet';
import { bundleServer, stopLeftovers } from '../servers/server-process';
import { getDatabaseOptions } from '../database/test-database';
import { Traffic } from '../servers/traffic';

jest.setTimeout(180_000);

const databaseName = `fleet_${randomBytes(6).toString('hex')}`;
let fleet: Fleet;
beforeAll(async () => {
  bundleServer();
  await createDatabaseIfAbsent(getDatabaseOptions('postgres'), databaseName);
  fleet = await startFleet(getDatabaseOptions(databaseName));
});
afterAll(async () => {
  await fleet.close();
  await stopLeftovers();
  await withClient(getDatabaseOptions('postgres'), (client) => client.query(`drop database ${databaseName} with (force)`));
});

const getModel = async (client: TestClient, id: string) =>
  expectBody<z.output<typeof RecognitionModel>>(await client.get(`/recognition/v2/model/${id}`));

it('killing servers of a shared database and bucket neither loses nor repeats a write', async () => {
  // Both servers start at the same time on an empty database: one creates the schema, the other waits.
  const [firstServer, secondServer] = await Promise.all([fleet.start(), fleet.start()]);
  await fleet.createTestWorkspace();
  const traffic = new Traffic(fleet.origin, TEST_USER);
  await traffic.start();
  await waitUntil(() => traffic.acknowledged.works.size >= 3 && traffic.acknowledged.objects.length >= 10);
  await fleet.kill(firstServer);
  const imagesBefore = traffic.acknowledged.images.length;
  await waitUntil(() => traffic.acknowledged.images.length >= imagesBefore + 5);
  const thirdServer = process.env.LONG ? await fleet.start() : secondServer;
  if (process.env.LONG) {
    await fleet.kill(secondServer);
    await waitUntil(() => traffic.acknowledged.images.length >= imagesBefore + 10);
  }
  const acknowledged = await traffic.stop();
  expect(await findWriteDifferences(fleet, await traffic.signIn(), acknowledged)).toEqual({ lost: [], doneTwice: [] });
  await fleet.kill(thirdServer);
});

it('a server takes over running work only after the other server has died', async () => {
  const firstServer = await fleet.start();
  const client = await new Traffic(fleet.origin, TEST_USER).signIn();
  // The model server never responds to the request, so the training stays in progress.
  fleet.models.answer(({ method }) => (method === 'POST' ? 'nothing' : { json: { train_status: 'TRAINED', map: null } }));
  const task = await createTestTask(client);
  const { id } = expectBody<{ id: string }>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
  await waitUntil(() => fleet.listSentModels().includes(id));
  await fleet.start();
  // The new server runs other work meanwhile.
  const [image] = await uploadImages(client, 1);
  const job = await createTestJob(client);
  const work = expectBody<Work>(await client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }), 202);
  await waitUntil(async () => expectBody<Work>(await client.get(`/annotate/v2/work/${work.id}`)).status === 'done');
  expect(image).toBeDefined();
  expect((await getModel(client, id)).train_status).toBe('QUEUED');
  await fleet.kill(firstServer);
  await waitUntil(async () => (await getModel(client, id)).train_status === 'TRAINED');
  expect(fleet.listSentModels().filter((model) => model === id)).toHaveLength(1);
});
