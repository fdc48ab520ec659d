import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeSet, Import, ImportFile, TrainingImage } from '@console/shared-contract/api';
import { createFolderStore, createPublication, readBuiltRelease } from '../../operations/releases';
import { createClaimedWork } from '../api/claimed-work';
import { expectBody, TestClient } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import { readAllPages, createImageBase64, uploadImages } from '../api/fixtures';
import { ImportDriver } from '../api/import-driver';
import { createReleaseFiles } from '../releases/release-samples';
import { readSecret } from '../mail/smtp-server';
import { startS3Server } from '../s3/s3-server';
import { findLogDifferences } from '../servers/replay-log';
import { bundleServer, stopLeftovers, runProgram, startProcess, type ServerProcess } from '../servers/server-process';
import { toDatabaseUrl, createEmptyDatabase } from '../database/test-database';
import { unzip } from '../api/unzip';

jest.setTimeout(120_000);

const TEST_USER = { email: 'anna@test.example', password: 'a long secret' };
const LABELS_PATH = '/recognition/v2/label/';
const IMAGES_PATH = '/recognition/v2/training-image/';

let folder: string;
let settingsCount = 0;
const createSettings = () => {
  settingsCount += 1;
  return {
    DATA_DIR: join(folder, `data-${settingsCount}`),
    PORT: '0',
    DEMO: 'off',
    API_ONLY: 'on',
    BUILD_DIR: join(folder, `build-${settingsCount}`),
  };
};
beforeAll(async () => {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-backup-'));
});
afterEach(stopLeftovers);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function signIn({ origin }: ServerProcess): Promise<TestClient> {
  const response = await new TestClient(origin, null).post('/account/v2/login', TEST_USER);
  return new TestClient(origin, `Bearer ${expectBody<{ access: string }>(response).access}`);
}

const listLabelNames = async (client: TestClient) =>
  (await readAllPages<{ name: string }>(client, LABELS_PATH)).map(({ name }) => name).sort();

/** Reads all change sets of user actions of the workspace, newest first. */
async function readHistory(client: TestClient): Promise<ChangeSet[]> {
  const sets: ChangeSet[] = [];
  for (let before: number | null | undefined; before !== null;) {
    const response = await client.get('/history/v2/set/', { limit: 200, before });
    const page = expectBody<{ results: ChangeSet[]; next: number | null }>(response);
    sets.push(...page.results);
    before = page.next;
  }
  return sets;
}

/** Downloads the bytes of all images, by id. */
async function downloadImages(client: TestClient): Promise<Record<string, string>> {
  const images = await readAllPages<TrainingImage>(client, IMAGES_PATH);
  const bytes = images.map(async ({ id, thumb_img_path: thumb, img_path: full }) => {
    const images = await Promise.all([full, thumb].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    return [id, images.map((part) => part.toString('base64')).join()] as const;
  });
  return Object.fromEntries(await Promise.all(bytes));
}

/** Imports a file that states who annotated an existing image, so that the backup contains declared provenance. */
async function importDeclaredFacts(client: TestClient, image: TrainingImage): Promise<void> {
  const content = Buffer.from(await (await fetch(image.img_path)).arrayBuffer());
  const hash = createHash('sha256').update(content).digest('hex');
  const { 'console.jsonl': lines = '' } = await createClaimedWork('ben@figs.test');
  const file = String(lines).replace('"file":"a.png","content_hash":""', `"file":null,"content_hash":"${hash}"`);
  const runWork = () =>
    waitUntil(async () =>
      (await readAllPages<Import>(client, '/recognition/v2/import/')).every(({ state }) => !/^(reading|running)$/.test(state)),
    );
  await new ImportDriver({ origin: client.origin, runWork }, client).importFiles({ 'console.jsonl': file });
}

const readProvenance = async (client: TestClient, subject: string) =>
  expectBody<{ declared: object[] }>(await client.get('/history/v2/provenance/', { subject }));

/** Continues the upload of an import file up to the position `end`. Returns how many bytes the server had before. */
async function continueUpload(client: TestClient, id: string, content: Buffer, end: number): Promise<number> {
  const files = [{ path: 'a.png', size: content.length }];
  const [fileId] = expectBody<{ files: ImportFile[] }>(await client.post(`/recognition/v2/import/${id}/files`, { files })).files;
  const driver = new ImportDriver({ origin: client.origin, runWork: () => Promise.resolve() }, client);
  expect((await driver.uploadChunk(id, fileId!.id, fileId!.received, content.subarray(fileId!.received, end))).status).toBe(200);
  return fileId!.received;
}

it('restores a snapshot to an empty folder or bucket only', async () => {
  const sourceSettings = createSettings();
  const archive = join(folder, 'backup.tar');
  const builtFiles = createReleaseFiles('1.2.3');
  const publication = await createPublication(builtFiles, readBuiltRelease(builtFiles, 'annotate', '1.2.3'), new Date());
  await createFolderStore(sourceSettings.BUILD_DIR).publish(publication, { action: 'publish annotate 1.2.3', by: 'a test' });
  const server = await startProcess(sourceSettings);
  // While the server runs, these commands use its database. Otherwise, each of them would start the database.
  await runProgram('admin', ['create-user', TEST_USER.email, '--password', TEST_USER.password], sourceSettings);
  await runProgram('admin', ['create-workspace', 'Work', '--owner', TEST_USER.email], sourceSettings);
  const client = await signIn(server);
  const [image] = await uploadImages(client, 3);
  await importDeclaredFacts(client, image!);
  const provenance = await readProvenance(client, image!.id);
  expect(provenance.declared).toHaveLength(2);
  const apiToken = expectBody<{ token: string }>(
    await client.post('/account/v2/api-token/', { name: 'T', scopes: ['read'] }),
    201,
  );
  const invitation = expectBody<{ link: string }>(await client.post('/account/v2/invitation/', { role: 'viewer' }), 201);
  const content = Buffer.from(await createImageBase64(), 'base64');
  const { id: unfinishedImport } = expectBody<Import>(
    await client.post('/recognition/v2/import/', { name: 'Partly uploaded' }),
    201,
  );
  await continueUpload(client, unfinishedImport, content, 40);
  const [images, labelsBefore] = [await downloadImages(client), await listLabelNames(client)];

  // Under load, the backup contains all labels created before its start, and a prefix of the labels created later.
  const acknowledgedNames: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    for (let n = 1000; isWriting; n += 1) {
      const { status } = await client.post(LABELS_PATH, { name: `label ${n}` });
      if (status === 201) acknowledgedNames.push(`label ${n}`);
    }
  })();
  const firstBackup = await runProgram('admin', ['backup', archive], sourceSettings);
  isWriting = false;
  await writing;
  expect([firstBackup.code, firstBackup.output]).toEqual([0, expect.stringMatching(/tables, 7 files and 1 releases/)]);
  expect((await stat(archive)).mode & 0o077).toBe(0);
  expect((await runProgram('admin', ['backup', archive], sourceSettings)).output).toContain('already');
  expect((await runProgram('admin', ['restore', archive], sourceSettings)).output).toContain('not empty');
  const zipFile = join(folder, 'work.zip');
  const runExport = (...args: string[]) => runProgram('admin', ['export', 'Work', zipFile, ...args], sourceSettings);
  expect(await runExport('--format', 'jpeg')).toMatchObject({ code: 1, output: expect.stringContaining('format') });
  expect((await runExport('--format', 'folders')).code).toBe(0);
  expect([...(await unzip(await readFile(zipFile))).keys()].filter((path) => path.startsWith('_unlabelled/'))).toHaveLength(3);
  expect((await runExport('--format', 'coco', '--split', '80/10/10')).output).toContain('already');
  const reimport = await runProgram('admin', ['import', 'Work', zipFile], sourceSettings);
  expect([reimport.code, reimport.output]).toEqual([
    0,
    expect.stringContaining('Done: 0 images added, 3 already in the workspace, 0 failed'),
  ]);
  const history = await readHistory(client);
  await server.end('SIGTERM');

  const damagedArchive = join(folder, 'damaged.tar');
  const bytes = await readFile(archive);
  bytes[bytes.indexOf('label 1000')] = 0x4c;
  await writeFile(damagedArchive, bytes);
  const [folderDatabase, bucketDatabase] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const targetSettings = { ...createSettings(), DATABASE_URL: toDatabaseUrl(folderDatabase) };
  const refusal = await runProgram('admin', ['restore', damagedArchive], targetSettings);
  expect([refusal.code, refusal.output]).toEqual([1, expect.stringContaining('damaged')]);
  await writeFile(damagedArchive, bytes.subarray(0, bytes.length / 2));
  expect((await runProgram('admin', ['restore', damagedArchive], targetSettings)).code).toBe(1);

  const s3 = await startS3Server();
  const bucketTarget = {
    ...createSettings(),
    DATABASE_URL: toDatabaseUrl(bucketDatabase),
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  };
  // The tests of the file stores check that a bucket behaves like a folder, so only the long run restores to a bucket.
  for (const environment of process.env.LONG ? [targetSettings, bucketTarget] : [targetSettings]) {
    const { code, output } = await runProgram('admin', ['restore', archive], environment);
    expect([code, output]).toEqual([0, expect.stringContaining('7 files and 1 releases')]);
    const restoredServer = await startProcess(environment);
    const restoredClient = await signIn(restoredServer);
    expect(await downloadImages(restoredClient)).toEqual(images);
    expect(await readProvenance(restoredClient, image!.id)).toEqual(provenance);
    expect((await new TestClient(restoredServer.origin, `Token ${apiToken.token}`).get(LABELS_PATH)).status).toBe(200);
    const showBody = { token: readSecret(invitation.link) };
    expect((await restoredClient.post('/account/v2/invitation/show', showBody)).body).toMatchObject({ state: 'open' });
    // The restored history equals the oldest entries, up to the moment of the backup. The restore itself adds no entry.
    const restoredHistory = await readHistory(restoredClient);
    expect(restoredHistory).toEqual(history.slice(-restoredHistory.length));
    const names = await listLabelNames(restoredClient);
    expect(names).toEqual([...labelsBefore, ...acknowledgedNames.slice(0, names.length - labelsBefore.length)].sort());
    expect(names).toContain('label 1000');
    expectBody(await restoredClient.post(LABELS_PATH, { name: 'after the restore' }), 201);
    const [newest] = await readHistory(restoredClient);
    expect(newest).toMatchObject({ changes: [{ kind: 'recognition_label', operation: 'insert', count: 1 }] });
    expect(newest!.id).toBeGreaterThan(restoredHistory[0]!.id);
    await uploadImages(restoredClient, 1);
    expect(await continueUpload(restoredClient, unfinishedImport, content, content.length)).toBe(40);
    expectBody(await restoredClient.post(`/recognition/v2/import/${unfinishedImport}/plan`), 202);
    const readImport = async () => expectBody<Import>(await restoredClient.get(`/recognition/v2/import/${unfinishedImport}`));
    await waitUntil(async () => (await readImport()).plan?.pictures.new === 1);
    await restoredServer.end('SIGTERM');
    const registry = await createFolderStore(environment.BUILD_DIR).read();
    expect(Object.keys(registry?.remotes.annotate?.versions ?? {})).toEqual(['1.2.3']);
    expect((await runProgram('admin', ['restore', archive], environment)).output).toContain('not empty');
  }
  expect(await findLogDifferences(folderDatabase.db)).toEqual([]);
  await Promise.all([folderDatabase.drop(), bucketDatabase.drop()]);
  await s3.close();
});
