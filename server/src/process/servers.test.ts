import { randomBytes } from 'node:crypto';
import type { RecognitionModel, Work } from '@console/shared-contract/api';
import type { z } from 'zod';
import { createDatabaseIfAbsent, withClient } from '../database/connection';
import { lossesOf } from '../testing/check-acknowledged';
import type { TestClient } from '../testing/client';
import { bodyOf } from '../testing/client';
import { eventually } from '../testing/eventually';
import { makeJob, makeTask, uploadImages } from '../testing/fixtures';
import { makeFleet, PERSON, type Fleet } from '../testing/fleet';
import { bundleServer, endLeftovers } from '../testing/server-process';
import { databaseOptions } from '../testing/test-database';
import { Traffic } from '../testing/traffic';

jest.setTimeout(180_000);

const name = `fleet_${randomBytes(6).toString('hex')}`;
let fleet: Fleet;
beforeAll(async () => {
  bundleServer();
  await createDatabaseIfAbsent(databaseOptions('postgres'), name);
  fleet = await makeFleet(databaseOptions(name));
});
afterAll(async () => {
  await fleet.close();
  await endLeftovers();
  await withClient(databaseOptions('postgres'), (client) => client.query(`drop database ${name} with (force)`));
});

const modelOf = async (client: TestClient, id: string) =>
  bodyOf<z.output<typeof RecognitionModel>>(await client.get(`/recognition/v2/model/${id}`));

it('two servers on one database and bucket neither lose nor repeat anything when killed', async () => {
  // Both start at once on an empty database: one creates the schema, the other waits.
  const [first, second] = await Promise.all([fleet.start(), fleet.start()]);
  await fleet.makeWorkspace();
  const traffic = new Traffic(fleet.origin, PERSON);
  await traffic.start();
  await eventually(() => traffic.acknowledged.works.size >= 3 && traffic.acknowledged.objects.length >= 10);
  await fleet.kill(first);
  const before = traffic.acknowledged.images.length;
  await eventually(() => traffic.acknowledged.images.length >= before + 5);
  const third = await fleet.start();
  await fleet.kill(second);
  await eventually(() => traffic.acknowledged.images.length >= before + 10);
  const acknowledged = await traffic.stop();
  expect(await lossesOf(fleet, await traffic.signIn(), acknowledged)).toEqual({ lost: [], doneTwice: [] });
  await fleet.kill(third);
});

it('a server takes over running work only after the other server has died', async () => {
  const first = await fleet.start();
  const client = await new Traffic(fleet.origin, PERSON).signIn();
  // The model server never responds to the request, so the training stays in progress.
  fleet.models.answer(({ method }) => (method === 'POST' ? 'nothing' : { json: { train_status: 'TRAINED', map: null } }));
  const task = await makeTask(client);
  const { id } = bodyOf<{ id: string }>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
  await eventually(() => fleet.sent().includes(id));
  await fleet.start();
  // The new server runs other work meanwhile.
  const [image] = await uploadImages(client, 1);
  for (let n = 0; n < 3; n += 1) {
    const job = await makeJob(client);
    const work = bodyOf<Work>(await client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }), 202);
    await eventually(async () => bodyOf<Work>(await client.get(`/annotate/v2/work/${work.id}`)).status === 'done');
  }
  expect(image).toBeDefined();
  expect((await modelOf(client, id)).train_status).toBe('QUEUED');
  await fleet.kill(first);
  await eventually(async () => (await modelOf(client, id)).train_status === 'TRAINED');
  expect(fleet.sent().filter((model) => model === id)).toHaveLength(1);
});
