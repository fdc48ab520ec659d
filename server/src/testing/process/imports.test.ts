import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ImportFile } from '@console/shared-contract/api';
import sharp from 'sharp';
import { pack } from 'tar-stream';
import { createDatabaseIfAbsent, withClient } from '../../platform/database/connection';
import { expectBody, type TestClient } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import { startFleet, TEST_USER, type Fleet } from '../servers/fleet';
import { ImportDriver, createZip } from '../api/import-driver';
import { bundleServer, stopLeftovers } from '../servers/server-process';
import { databaseOptions } from '../database/test-database';
import { Traffic } from '../servers/traffic';

jest.setTimeout(180_000);

const name = `imports_${randomBytes(6).toString('hex')}`;
let fleet: Fleet;
let client: TestClient;
let driver: ImportDriver;
beforeAll(async () => {
  bundleServer();
  await createDatabaseIfAbsent(databaseOptions('postgres'), name);
  fleet = await startFleet(databaseOptions(name));
  await fleet.start();
  await fleet.createTestWorkspace();
  client = await new Traffic(fleet.origin, TEST_USER).signIn();
  const runWork = () =>
    waitUntil(async () => {
      const working = fleet.db.selectFrom('data_import').select('id').where('state', 'in', ['reading', 'running']);
      return (await working.execute()).length === 0;
    });
  driver = new ImportDriver({ origin: fleet.origin, runWork }, client);
});
afterAll(async () => {
  await fleet.close();
  await stopLeftovers();
  await withClient(databaseOptions('postgres'), (connection) => connection.query(`drop database ${name} with (force)`));
});

/** A picture that no other has. */
const picture = () =>
  sharp(randomBytes(60 * 40 * 3), { raw: { width: 60, height: 40, channels: 3 } })
    .png()
    .toBuffer();

async function tarred(files: Record<string, Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [path, content] of Object.entries(files)) tar.entry({ name: path }, content);
  tar.finalize();
  return buffer(tar.pipe(createGzip()));
}

/** A zip, a tar and a picture alone: four pictures. */
const someFiles = async () => ({
  'some.zip': await createZip({ 'a.png': await picture(), 'b.png': await picture() }),
  'more.tar.gz': await tarred({ 'c.png': await picture() }),
  'alone.png': await picture(),
});

const announce = async (id: string, path: string, size: number) =>
  expectBody<{ files: ImportFile[] }>(await client.post(`/recognition/v2/import/${id}/files`, { files: [{ path, size }] }))
    .files[0]!;

/** Sends what is missing of a file in small parts, each to the next server. */
async function sendRest(id: string, path: string, content: Buffer, partBytes = 2_000): Promise<void> {
  const { id: file, received } = await announce(id, path, content.length);
  for (let at = received; at < content.length; at += partBytes) {
    const sent = await driver.sendPart(id, file, at, content.subarray(at, at + partBytes));
    expect([sent.status, await sent.json()]).toEqual([
      200,
      expect.objectContaining({ received: Math.min(at + partBytes, content.length) }),
    ]);
  }
}

async function sendAll(files: Record<string, Buffer>): Promise<string> {
  const id = await driver.begin({});
  for (const [path, content] of Object.entries(files)) await sendRest(id, path, content);
  return id;
}

const partsInBucket = async () => (await fleet.objects()).filter((key) => key.endsWith('.bin'));

it('an import whose parts reach two servers is planned and run', async () => {
  const other = await fleet.start();
  const id = await sendAll(await someFiles());
  const plan = await driver.planned(id);
  expect([plan.state, plan.plan?.pictures]).toEqual(['planned', { new: 4, here: 0, unreadable: 0, missing: 0 }]);
  const done = await driver.ran(id);
  expect([done.state, done.result?.pictures]).toEqual(['done', { added: 4, here: 0, failed: 0 }]);
  await waitUntil(async () => (await partsInBucket()).length === 0);
  await fleet.kill(other);
});

it('an import that a dead server planned is run by another server', async () => {
  const planner = await fleet.start();
  const id = await sendAll(await someFiles());
  const [first] = fleet.servers().filter((server) => server !== planner);
  await fleet.kill(first!);
  expect((await driver.planned(id)).plan?.pictures.new).toBe(4);
  await fleet.start();
  await fleet.kill(planner);
  const done = await driver.ran(id);
  expect([done.state, done.result?.pictures]).toEqual(['done', { added: 4, here: 0, failed: 0 }]);
  await waitUntil(async () => (await partsInBucket()).length === 0);
});

it('a file goes on at another server after its first server is killed', async () => {
  const doomed = await fleet.start();
  const content = await createZip({ 'd.png': await picture(), 'e.png': await picture() });
  const id = await driver.begin({});
  const { id: file } = await announce(id, 'late.zip', content.length);
  expect((await driver.sendPart(id, file, 0, content.subarray(0, 3_000))).status).toBe(200);
  await fleet.kill(doomed);
  expect((await announce(id, 'late.zip', content.length)).received).toBe(3_000);
  await sendRest(id, 'late.zip', content);
  expect((await driver.planned(id)).plan?.pictures.new).toBe(2);
  expect((await driver.ran(id)).result?.pictures.added).toBe(2);
});

it('an import goes on at another server, exactly, after the servers that ran it are killed', async () => {
  const COUNT = 120;
  const pictures = await Promise.all(Array.from({ length: COUNT }, async (_, at) => [`${at}.png`, await picture()] as const));
  const id = await driver.begin({ 'many.zip': await createZip(Object.fromEntries(pictures)) });
  expect((await driver.planned(id)).plan?.pictures.new).toBe(COUNT);
  const before = fleet.servers();
  expectBody(await client.post(`/recognition/v2/import/${id}/run`), 202);
  await waitUntil(async () => ((await driver.read(id)).work?.done ?? 0) > 0);
  await fleet.start();
  await Promise.all(before.map((server) => fleet.kill(server)));
  await waitUntil(async () => (await driver.read(id)).state === 'done');
  expect((await driver.read(id)).result?.pictures).toEqual({ added: COUNT, here: 0, failed: 0 });
});
