import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Import, ImportFile, TrainingImage } from '@console/shared-contract/api';
import { createFolderStore, createPublication, readBuiltRelease } from '../../operations/releases';
import { expectBody, TestClient } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import { readAllPages, createImageBase64, uploadImages } from '../api/fixtures';
import { ImportDriver } from '../api/import-driver';
import { createReleaseFiles } from '../releases/release-samples';
import { startS3Server } from '../s3/s3-server';
import { bundleServer, stopLeftovers, runProgram, startProcess, type ServerProcess } from '../servers/server-process';
import { toDatabaseUrl, createEmptyDatabase } from '../database/test-database';
import { unzip } from '../api/unzip';

jest.setTimeout(120_000);

const TEST_USER = { email: 'anna@test.example', password: 'a long secret' };
const LABELS = '/recognition/v2/label/';
const IMAGES = '/recognition/v2/training-image/';

let folder: string;
let made = 0;
const createSettings = () => {
  made += 1;
  return {
    DATA_DIR: join(folder, `data-${made}`),
    PORT: '0',
    DEMO: 'off',
    API_ONLY: 'on',
    BUILD_DIR: join(folder, `build-${made}`),
  };
};
beforeAll(async () => {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-backup-'));
});
afterEach(stopLeftovers);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function signIn({ origin }: ServerProcess): Promise<TestClient> {
  const answer = await new TestClient(origin, null).post('/account/v2/login', TEST_USER);
  return new TestClient(origin, `Bearer ${expectBody<{ access: string }>(answer).access}`);
}

const listLabelNames = async (client: TestClient) =>
  (await readAllPages<{ name: string }>(client, LABELS)).map(({ name }) => name).sort();

/** Downloads the bytes of all images, by id. */
async function downloadImages(client: TestClient): Promise<Record<string, string>> {
  const images = await readAllPages<TrainingImage>(client, IMAGES);
  const bytes = images.map(async ({ id, thumb_img_path: thumb, img_path: full }) => {
    const parts = await Promise.all([full, thumb].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    return [id, parts.map((part) => part.toString('base64')).join()] as const;
  });
  return Object.fromEntries(await Promise.all(bytes));
}

/** Sends a picture for an import up to a byte, from where it is; answers where that was. */
async function sendUpTo(client: TestClient, id: string, content: Buffer, end: number): Promise<number> {
  const files = [{ path: 'a.png', size: content.length }];
  const [file] = expectBody<{ files: ImportFile[] }>(await client.post(`/recognition/v2/import/${id}/files`, { files })).files;
  const driver = new ImportDriver({ origin: client.origin, runWork: () => Promise.resolve() }, client);
  expect((await driver.sendPart(id, file!.id, file!.received, content.subarray(file!.received, end))).status).toBe(200);
  return file!.received;
}

it('restores a snapshot to an empty folder or bucket only', async () => {
  const from = createSettings();
  const archive = join(folder, 'backup.tar');
  await runProgram('admin', ['create-user', TEST_USER.email, '--password', TEST_USER.password], from);
  await runProgram('admin', ['create-workspace', 'Work', '--owner', TEST_USER.email], from);
  const built = createReleaseFiles('1.2.3');
  const publication = await createPublication(built, readBuiltRelease(built, 'annotate', '1.2.3'), new Date());
  await createFolderStore(from.BUILD_DIR).publish(publication, { action: 'publish annotate 1.2.3', by: 'a test' });
  const server = await startProcess(from);
  const client = await signIn(server);
  await uploadImages(client, 3);
  const sent = Buffer.from(await createImageBase64(), 'base64');
  const { id: unfinished } = expectBody<Import>(await client.post('/recognition/v2/import/', { name: 'Half sent' }), 201);
  await sendUpTo(client, unfinished, sent, 40);
  const [pictures, before] = [await downloadImages(client), await listLabelNames(client)];

  // Under load, the backup contains all labels created before it started, and the first of the later ones.
  const answered: string[] = [];
  let going = true;
  const writer = (async () => {
    for (let n = 1000; going; n += 1) {
      const { status } = await client.post(LABELS, { name: `label ${n}` });
      if (status === 201) answered.push(`label ${n}`);
    }
  })();
  const first = await runProgram('admin', ['backup', archive], from);
  going = false;
  await writer;
  expect([first.code, first.output]).toEqual([0, expect.stringMatching(/tables, 7 files and 1 releases/)]);
  expect((await stat(archive)).mode & 0o077).toBe(0);
  expect((await runProgram('admin', ['backup', archive], from)).output).toContain('already');
  expect((await runProgram('admin', ['restore', archive], from)).output).toContain('not empty');
  const zip = join(folder, 'work.zip');
  const runExport = (...args: string[]) => runProgram('admin', ['export', 'Work', zip, ...args], from);
  expect(await runExport('--format', 'jpeg')).toMatchObject({ code: 1, output: expect.stringContaining('format') });
  expect((await runExport('--format', 'folders')).code).toBe(0);
  expect([...(await unzip(await readFile(zip))).keys()].filter((path) => path.startsWith('_unlabelled/'))).toHaveLength(3);
  expect((await runExport('--format', 'coco', '--split', '80/10/10')).output).toContain('already');
  const back = await runProgram('admin', ['import', 'Work', zip], from);
  expect([back.code, back.output]).toEqual([
    0,
    expect.stringContaining('Done: 0 images added, 3 already in the workspace, 0 failed'),
  ]);
  await server.end('SIGTERM');

  const damaged = join(folder, 'damaged.tar');
  const bytes = await readFile(archive);
  bytes[bytes.indexOf('label 1000')] = 0x4c;
  await writeFile(damaged, bytes);
  const to = createSettings();
  const refused = await runProgram('admin', ['restore', damaged], to);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('damaged')]);
  await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
  expect((await runProgram('admin', ['restore', damaged], to)).code).toBe(1);

  const s3 = await startS3Server();
  const database = await createEmptyDatabase();
  const bucket = {
    ...createSettings(),
    DATABASE_URL: toDatabaseUrl(database),
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  };
  for (const place of [to, bucket]) {
    const { code, output } = await runProgram('admin', ['restore', archive], place);
    expect([code, output]).toEqual([0, expect.stringContaining('7 files and 1 releases')]);
    const again = await startProcess(place);
    const restored = await signIn(again);
    expect(await downloadImages(restored)).toEqual(pictures);
    const names = await listLabelNames(restored);
    expect(names).toEqual([...before, ...answered.slice(0, names.length - before.length)].sort());
    expect(names).toContain('label 1000');
    expectBody(await restored.post(LABELS, { name: 'after the restore' }), 201);
    await uploadImages(restored, 1);
    expect(await sendUpTo(restored, unfinished, sent, sent.length)).toBe(40);
    expectBody(await restored.post(`/recognition/v2/import/${unfinished}/plan`), 202);
    const planned = async () => expectBody<Import>(await restored.get(`/recognition/v2/import/${unfinished}`));
    await waitUntil(async () => (await planned()).plan?.pictures.new === 1);
    await again.end('SIGTERM');
    const registry = await createFolderStore(place.BUILD_DIR).read();
    expect(Object.keys(registry?.remotes.annotate?.versions ?? {})).toEqual(['1.2.3']);
    expect((await runProgram('admin', ['restore', archive], place)).output).toContain('not empty');
  }
  await database.drop();
  await s3.close();
});
