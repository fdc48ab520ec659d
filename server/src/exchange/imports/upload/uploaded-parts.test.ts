import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportFile } from '@console/shared-contract/api';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { FileStore } from '../../../platform/files/store';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { waitUntil } from '../../../testing/wait/wait-until';
import { ImportDriver, createZip } from '../../../testing/api/import-driver';
import { createTestServer, setUpTestServer, type TestServer } from '../../../testing/api/test-server';
import { deleteExpiredImports } from '../delete-expired-imports';
import { deleteUnusedImportFolders } from './local-copies';

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

const createPng = () =>
  sharp(randomBytes(30 * 20 * 3), { raw: { width: 30, height: 20, channels: 3 } })
    .png()
    .toBuffer();

const registerFile = async (id: string, path: string, size: number) =>
  expectBody<{ files: ImportFile[] }>(await client.post(`/recognition/v2/import/${id}/files`, { files: [{ path, size }] }))
    .files[0]!;

/** Lists the objects of the file store that are parts of uploaded files. */
const listStoredParts = async () => (await readdir(server.filesDir, { recursive: true })).filter((path) => path.endsWith('.bin'));
const deleteExpired = () => deleteExpiredImports({ db: server.db, files: server.files });
const subtractImportDays = (id: string, days: number) =>
  sql`update data_import set created = created - make_interval(days => ${days}) where id = ${id}`.execute(server.db);

/** Runs `action` with a second server that has its own data folder, but the same database and file store. */
async function withSecondServer(action: (secondServer: TestServer, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-secondServer-'));
  const secondServer = await createTestServer({ sharedWith: server, config: { dataDir } });
  try {
    await action(secondServer, dataDir);
  } finally {
    await secondServer.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

it('an interrupted upload resumes at the last received byte', async () => {
  const content = await createPng();
  const id = await driver.createImport({});
  const { id: fileId } = await registerFile(id, 'a.png', content.length);
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `PUT /api/imports/${id}/files/${fileId}?offset=0 HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: ${client.authorization}`,
      'content-type: application/octet-stream',
      `content-length: ${content.length}`,
      '\r\n',
    ].join('\r\n'),
  );
  socket.write(content.subarray(0, 700));
  // The server stores the bytes that arrived before the connection broke.
  const pendingParts = server.db.selectFrom('import_part').select('id').where('file_id', '=', fileId);
  await waitUntil(async () => (await pendingParts.execute()).length === 1);
  socket.destroy();
  await waitUntil(async () => (await registerFile(id, 'a.png', content.length)).received === 700);
  expect((await driver.uploadChunk(id, fileId, 700, content.subarray(700))).status).toBe(200);
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(1);
});

it('a part that two requests send concurrently is added once', async () => {
  const content = await createPng();
  const id = await driver.createImport({});
  const { id: fileId } = await registerFile(id, 'a.png', content.length);
  const partsBefore = await listStoredParts();
  let writeCount = 0;
  const { putStream } = server.files;
  const waitForBothWrites: FileStore['putStream'] = async (...args) => {
    writeCount += 1;
    await waitUntil(() => writeCount === 2);
    return putStream(...args);
  };
  const secondServer = await createTestServer({ sharedWith: server, files: { ...server.files, putStream: waitForBothWrites } });
  const secondDriver = new ImportDriver(secondServer, client);
  const responses = await Promise.all([
    secondDriver.uploadChunk(id, fileId, 0, content),
    secondDriver.uploadChunk(id, fileId, 0, content),
  ]);
  await secondServer.close();
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rejectedResponse = responses.find(({ status }) => status === 409);
  expect(await rejectedResponse?.json()).toMatchObject({ received: content.length });
  expect((await listStoredParts()).length - partsBefore.length).toBe(1);
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(1);
});

it('a finished import has no parts and no local copies on any server', async () => {
  const partsBefore = await listStoredParts();
  const id = await driver.createImport({
    'a.zip': await createZip({ 'a.png': await createPng() }),
    'b.png': await createPng(),
  });
  await driver.planImport(id);
  await withSecondServer(async (secondServer, dataDir) => {
    const secondDriver = new ImportDriver(secondServer, client);
    expect((await secondDriver.runImport(id)).result?.pictures).toEqual({ added: 2, here: 0, failed: 0 });
    expect(await readdir(join(dataDir, 'imports'))).toEqual([]);
  });
  expect(await listStoredParts()).toEqual(partsBefore);
  const config = { dataDir: server.filesDir };
  expect(await readdir(join(config.dataDir, 'imports'))).toContain(id);
  await deleteUnusedImportFolders(server.db, config);
  expect(await readdir(join(config.dataDir, 'imports'))).not.toContain(id);
});

it('deleting expired imports retains the files of a planned import', async () => {
  const id = await driver.createImport({ 'a.png': await createPng() });
  await driver.planImport(id);
  await deleteUnusedImportFolders(server.db, { dataDir: server.filesDir });
  await deleteExpired();
  expect((await driver.runImport(id)).result?.pictures.added).toBe(1);
});

it('deleting an import or abandoning it for two weeks deletes its parts', async () => {
  const partsBefore = await listStoredParts();
  const deletedImport = await driver.createImport({ 'a.png': await createPng() });
  const abandonedImport = await driver.createImport({ 'b.png': await createPng() });
  expect((await listStoredParts()).length - partsBefore.length).toBe(2);
  expect((await client.delete(`/recognition/v2/import/${deletedImport}`)).status).toBe(204);
  await waitUntil(async () => (await listStoredParts()).length - partsBefore.length === 1);
  await deleteExpired();
  expect((await listStoredParts()).length - partsBefore.length).toBe(1);
  await subtractImportDays(abandonedImport, 15);
  await deleteExpired();
  expect(await listStoredParts()).toEqual(partsBefore);
});

it('a part that a killed server was storing is deleted after a day', async () => {
  const partsBefore = await listStoredParts();
  const id = await driver.createImport({});
  const { id: fileId } = await registerFile(id, 'a.png', 100);
  const fileKey = await server.files.put(Buffer.alloc(10), 'application/octet-stream');
  await server.db.insertInto('import_part').values({ file_id: fileId, pending: fileKey }).execute();
  await deleteExpired();
  expect(await server.files.stat(fileKey)).not.toBeNull();
  await sql`update import_part set created = created - interval '25 hours' where pending = ${fileKey}`.execute(server.db);
  await deleteExpired();
  expect(await listStoredParts()).toEqual(partsBefore);
});

it('a plan reports a file whose bytes are missing in the file store', async () => {
  const id = await driver.createImport({ 'a.png': await createPng(), 'b.png': await createPng() });
  const { part_key } = await server.db
    .selectFrom('import_part')
    .innerJoin('import_file', 'import_file.id', 'import_part.file_id')
    .select('part_key')
    .where('import_id', '=', id)
    .where('path', '=', 'a.png')
    .executeTakeFirstOrThrow();
  await server.files.delete(part_key!);
  expect((await driver.planImport(id)).plan?.pictures).toEqual({ new: 1, here: 0, unreadable: 1, missing: 0 });
  expect((await driver.listItems(id)).map(({ reason }) => reason)).toContain(
    'a.png is no longer in the file store. Upload it again.',
  );
});

it('an import with local files of an earlier version is planned and applied', async () => {
  const id = await driver.createImport({ 'a.png': await createPng() });
  await driver.planImport(id);
  // An earlier version stored absolute paths and no parts.
  await sql`delete from import_part p using import_file f where f.id = p.file_id and f.import_id = ${id}`.execute(server.db);
  await sql`update import_file set received = 0 where import_id = ${id}`.execute(server.db);
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(1);
  const folder = join(server.filesDir, 'imports', id);
  await sql`
    update import_item set source = jsonb_build_object('file', ${folder}::text || '/' || (source->>'file'))
    where import_id = ${id}`.execute(server.db);
  expect((await driver.runImport(id)).result?.pictures.added).toBe(1);
});
