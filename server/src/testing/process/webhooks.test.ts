import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../domain/account/workspaces';
import { expectBody, TestClient } from '../api/client';
import { uploadImages } from '../api/fixtures';
import { startWebhookReceiver, type WebhookReceiver } from '../api/webhook-receiver';
import { cloneDatabase, toDatabaseUrl, type TestDatabase } from '../database/test-database';
import { bundleServer, startProcess, stopLeftovers } from '../servers/server-process';
import { waitUntil } from '../wait/wait-until';

jest.setTimeout(120_000);

let folder: string;
let database: TestDatabase;
let receiver: WebhookReceiver;
let apiToken: string;
beforeAll(async () => {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-webhooks-'));
  database = await cloneDatabase();
  receiver = await startWebhookReceiver();
  const user = await createUser(database.db, { email: 'anna@test.example', password: 'a long secret' });
  const workspace = await createWorkspace(database.db, { name: 'Work', services: ALL_SERVICES, ownerId: user.id });
  await addMember(database.db, workspace, user.id);
  apiToken = user.api_token;
});
afterAll(async () => {
  // Stop the servers that a failed test has left running.
  await stopLeftovers();
  await receiver.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const startServer = async () => {
  const server = await startProcess({
    DATABASE_URL: toDatabaseUrl(database),
    DATA_DIR: folder,
    PORT: '0',
    DEMO: 'off',
    API_ONLY: 'on',
    WEBHOOK_PRIVATE_HOSTS: receiver.host,
  });
  return { server, client: new TestClient(server.origin, `Token ${apiToken}`) };
};
const listReceived = () => receiver.messages.map(({ body }) => (JSON.parse(body) as { data: { entity: string } }).data.entity);

const testDelivery = async (requestCount: number) => {
  receiver.messages.length = 0;
  // Without a response, the delivery does not end before the server is killed.
  receiver.answer(() => undefined);
  const { server, client } = await startServer();
  const body = { name: 'Pipeline', url: receiver.url, kinds: ['image.created'] };
  const { id } = expectBody<{ id: string }>(await client.post('/webhooks/v2/webhook/', body), 201);
  const uploadedIds = (await uploadImages(client, 2)).map((image) => image.id);
  await waitUntil(() => receiver.messages.length >= requestCount);
  await server.end('SIGKILL');
  receiver.answer(204);
  const restartedServer = await startServer();
  await waitUntil(() => uploadedIds.every((image) => listReceived().includes(image)));
  expect((await restartedServer.client.delete(`/webhooks/v2/webhook/${id}`)).status).toBe(204);
  await restartedServer.server.end('SIGTERM');
};

it('every event arrives if the server is killed during its delivery', () => testDelivery(1));
testInLongRun('every event arrives if the server is killed before its delivery', () => testDelivery(0));
