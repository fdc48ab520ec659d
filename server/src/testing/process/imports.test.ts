import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ImportFile } from '@console/shared-contract/api';
import sharp from 'sharp';
import { pack } from 'tar-stream';
import { expectBody, type TestClient } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import { startFleet, TEST_USER, type Fleet } from '../servers/fleet';
import { ImportDriver, createZip } from '../api/import-driver';
import { bundleServer, stopLeftovers } from '../servers/server-process';
import { cloneDatabase, type TestDatabase } from '../database/test-database';
import { Traffic } from '../servers/traffic';

jest.setTimeout(180_000);

let database: TestDatabase;
let fleet: Fleet;
let client: TestClient;
let driver: ImportDriver;
beforeAll(async () => {
  bundleServer();
  database = await cloneDatabase();
  fleet = await startFleet(database.options);
  await fleet.start();
  await fleet.createTestWorkspace();
  client = await new Traffic(fleet.origin, TEST_USER).signIn();
  const runWork = () =>
    waitUntil(async () => {
      const activeImports = fleet.db.selectFrom('data_import').select('id').where('state', 'in', ['reading', 'running']);
      return (await activeImports.execute()).length === 0;
    });
  driver = new ImportDriver({ origin: fleet.origin, runWork }, client);
});
afterAll(async () => {
  await fleet.close();
  await stopLeftovers();
  await database.drop();
});

/** Creates a PNG of random pixels, because identical images would be detected as duplicates. */
const createPng = () =>
  sharp(randomBytes(60 * 40 * 3), { raw: { width: 60, height: 40, channels: 3 } })
    .png()
    .toBuffer();

async function createTarGz(files: Record<string, Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [path, content] of Object.entries(files)) tar.entry({ name: path }, content);
  tar.finalize();
  return buffer(tar.pipe(createGzip()));
}

/** Four images: two in a zip, one in a tar and a single file. */
const createFourImages = async () => ({
  'two.zip': await createZip({ 'a.png': await createPng(), 'b.png': await createPng() }),
  'one.tar.gz': await createTarGz({ 'c.png': await createPng() }),
  'single.png': await createPng(),
});

/** Registers a file with the import. For a file that is already registered, the response contains its progress. */
const registerFile = async (id: string, path: string, size: number) =>
  expectBody<{ files: ImportFile[] }>(await client.post(`/recognition/v2/import/${id}/files`, { files: [{ path, size }] }))
    .files[0]!;

/** Uploads the remaining bytes of a file in small chunks. The proxy sends each chunk to the next server. */
async function uploadRemainingChunks(id: string, path: string, content: Buffer, chunkBytes = 2_000): Promise<void> {
  const { id: fileId, received: receivedParts } = await registerFile(id, path, content.length);
  for (let offset = receivedParts; offset < content.length; offset += chunkBytes) {
    const response = await driver.uploadChunk(id, fileId, offset, content.subarray(offset, offset + chunkBytes));
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ received: Math.min(offset + chunkBytes, content.length) }),
    ]);
  }
}

async function uploadAll(files: Record<string, Buffer>): Promise<string> {
  const id = await driver.createImport({});
  for (const [path, content] of Object.entries(files)) await uploadRemainingChunks(id, path, content);
  return id;
}

const listStoredChunks = async () => (await fleet.listObjectKeys()).filter((key) => key.endsWith('.bin'));

testInLongRun('an import whose chunks reach two servers is planned and run', async () => {
  const secondServer = await fleet.start();
  const id = await uploadAll(await createFourImages());
  const plan = await driver.planImport(id);
  expect([plan.state, plan.plan?.pictures]).toEqual(['planned', { new: 4, here: 0, unreadable: 0, missing: 0 }]);
  const finishedImport = await driver.runImport(id);
  expect([finishedImport.state, finishedImport.result?.pictures]).toEqual(['done', { added: 4, here: 0, failed: 0 }]);
  await waitUntil(async () => (await listStoredChunks()).length === 0);
  await fleet.kill(secondServer);
});

testInLongRun('a server runs an import that a killed server has planned', async () => {
  const planningServer = await fleet.start();
  const id = await uploadAll(await createFourImages());
  const [firstServer] = fleet.listServers().filter((server) => server !== planningServer);
  await fleet.kill(firstServer!);
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(4);
  await fleet.start();
  await fleet.kill(planningServer);
  const finishedImport = await driver.runImport(id);
  expect([finishedImport.state, finishedImport.result?.pictures]).toEqual(['done', { added: 4, here: 0, failed: 0 }]);
  await waitUntil(async () => (await listStoredChunks()).length === 0);
});

it('an upload resumes at another server after its first server is killed', async () => {
  const firstServer = await fleet.start();
  const content = await createZip({ 'd.png': await createPng(), 'e.png': await createPng() });
  const id = await driver.createImport({});
  const { id: fileId } = await registerFile(id, 'resumed.zip', content.length);
  expect((await driver.uploadChunk(id, fileId, 0, content.subarray(0, 3_000))).status).toBe(200);
  await fleet.kill(firstServer);
  expect((await registerFile(id, 'resumed.zip', content.length)).received).toBe(3_000);
  await uploadRemainingChunks(id, 'resumed.zip', content);
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(2);
  expect((await driver.runImport(id)).result?.pictures.added).toBe(2);
});

it('a running import adds every image once after all its servers are killed', async () => {
  const IMAGE_COUNT = process.env.LONG ? 120 : 50;
  const images = await Promise.all(
    Array.from({ length: IMAGE_COUNT }, async (_, index) => [`${index}.png`, await createPng()] as const),
  );
  const id = await driver.createImport({ 'many.zip': await createZip(Object.fromEntries(images)) });
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(IMAGE_COUNT);
  const killedServers = fleet.listServers();
  expectBody(await client.post(`/recognition/v2/import/${id}/run`), 202);
  await waitUntil(async () => ((await driver.readImport(id)).work?.done ?? 0) > 0);
  await fleet.start();
  await Promise.all(killedServers.map((server) => fleet.kill(server)));
  await waitUntil(async () => (await driver.readImport(id)).state === 'done');
  expect((await driver.readImport(id)).result?.pictures).toEqual({ added: IMAGE_COUNT, here: 0, failed: 0 });
});
