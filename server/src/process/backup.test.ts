import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Import, ImportFile, TrainingImage } from '@console/shared-contract/api';
import { createFolderStore, createPublication, readBuiltRelease } from '../console/releases';
import { bodyOf, TestClient } from '../testing/client';
import { eventually } from '../testing/eventually';
import { allPages, pictureBase64, uploadImages } from '../testing/fixtures';
import { ImportDriver } from '../testing/imports';
import { releaseFiles } from '../testing/release';
import { startS3Server } from '../testing/s3-server';
import { bundleServer, endLeftovers, runProgram, startProcess, type ServerProcess } from '../testing/server-process';
import { addressOf, emptyDatabase } from '../testing/test-database';
import { unzip } from '../testing/unzip';

jest.setTimeout(120_000);

const PERSON = { email: 'anna@test.example', password: 'a long secret' };
const LABELS = '/recognition/v2/label/';
const IMAGES = '/recognition/v2/training-image/';

let folder: string;
let made = 0;
const fresh = () => {
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
afterEach(endLeftovers);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function signIn({ origin }: ServerProcess): Promise<TestClient> {
  const answer = await new TestClient(origin, null).post('/account/v2/login', PERSON);
  return new TestClient(origin, `Bearer ${bodyOf<{ access: string }>(answer).access}`);
}

const namesOf = async (client: TestClient) => (await allPages<{ name: string }>(client, LABELS)).map(({ name }) => name).sort();

/** Downloads the bytes of all images, by id. */
async function picturesOf(client: TestClient): Promise<Record<string, string>> {
  const images = await allPages<TrainingImage>(client, IMAGES);
  const bytes = images.map(async ({ id, thumb_img_path: thumb, img_path: full }) => {
    const parts = await Promise.all([full, thumb].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    return [id, parts.map((part) => part.toString('base64')).join()] as const;
  });
  return Object.fromEntries(await Promise.all(bytes));
}

/** Sends a picture for an import up to a byte, from where it is; answers where that was. */
async function sendUpTo(client: TestClient, id: string, content: Buffer, end: number): Promise<number> {
  const files = [{ path: 'a.png', size: content.length }];
  const [file] = bodyOf<{ files: ImportFile[] }>(await client.post(`/recognition/v2/import/${id}/files`, { files })).files;
  const driver = new ImportDriver({ origin: client.origin, runWork: () => Promise.resolve() }, client);
  expect((await driver.sendPart(id, file!.id, file!.received, content.subarray(file!.received, end))).status).toBe(200);
  return file!.received;
}

it('restores a snapshot to an empty folder or bucket only', async () => {
  const from = fresh();
  const archive = join(folder, 'backup.tar');
  await runProgram('admin', ['create-user', PERSON.email, '--password', PERSON.password], from);
  await runProgram('admin', ['create-workspace', 'Work', '--owner', PERSON.email], from);
  const built = releaseFiles('1.2.3');
  const publication = await createPublication(built, readBuiltRelease(built, 'annotate', '1.2.3'), new Date());
  await createFolderStore(from.BUILD_DIR).publish(publication, { action: 'publish annotate 1.2.3', by: 'a test' });
  const server = await startProcess(from);
  const client = await signIn(server);
  await uploadImages(client, 3);
  const sent = Buffer.from(await pictureBase64(), 'base64');
  const { id: unfinished } = bodyOf<Import>(await client.post('/recognition/v2/import/', { name: 'Half sent' }), 201);
  await sendUpTo(client, unfinished, sent, 40);
  const [pictures, before] = [await picturesOf(client), await namesOf(client)];

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
  const exported = (...args: string[]) => runProgram('admin', ['export', 'Work', zip, ...args], from);
  expect(await exported('--format', 'jpeg')).toMatchObject({ code: 1, output: expect.stringContaining('format') });
  expect((await exported('--format', 'folders')).code).toBe(0);
  expect([...(await unzip(await readFile(zip))).keys()].filter((path) => path.startsWith('_unlabelled/'))).toHaveLength(3);
  expect((await exported('--format', 'coco', '--split', '80/10/10')).output).toContain('already');
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
  const to = fresh();
  const refused = await runProgram('admin', ['restore', damaged], to);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('damaged')]);
  await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
  expect((await runProgram('admin', ['restore', damaged], to)).code).toBe(1);

  const s3 = await startS3Server();
  const database = await emptyDatabase();
  const bucket = {
    ...fresh(),
    DATABASE_URL: addressOf(database),
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
    expect(await picturesOf(restored)).toEqual(pictures);
    const names = await namesOf(restored);
    expect(names).toEqual([...before, ...answered.slice(0, names.length - before.length)].sort());
    expect(names).toContain('label 1000');
    bodyOf(await restored.post(LABELS, { name: 'after the restore' }), 201);
    await uploadImages(restored, 1);
    expect(await sendUpTo(restored, unfinished, sent, sent.length)).toBe(40);
    bodyOf(await restored.post(`/recognition/v2/import/${unfinished}/plan`), 202);
    const planned = async () => bodyOf<Import>(await restored.get(`/recognition/v2/import/${unfinished}`));
    await eventually(async () => (await planned()).plan?.pictures.new === 1);
    await again.end('SIGTERM');
    const registry = await createFolderStore(place.BUILD_DIR).read();
    expect(Object.keys(registry?.remotes.annotate?.versions ?? {})).toEqual(['1.2.3']);
    expect((await runProgram('admin', ['restore', archive], place)).output).toContain('not empty');
  }
  await database.drop();
  await s3.close();
});
