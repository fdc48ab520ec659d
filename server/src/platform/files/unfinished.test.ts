import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3Server } from '../../testing/s3/s3-server';
import { startS3WithUploads } from '../../testing/s3/s3-with-uploads';
import { createDeleteUnfinishedTask } from '../../background-work';
import { createDiskStore } from './disk-store';
import { createS3Store } from './s3-store';

const HOUR_MS = 3_600_000;
const TWO_PARTS = [Buffer.alloc(8 * 1024 * 1024), Buffer.alloc(1024)];
async function* streamChunks(chunks: Buffer[]) {
  yield* chunks;
}

it('deletes only unfinished multipart uploads that are older than a day', async () => {
  const bucket = await startS3WithUploads();
  const store = createS3Store(bucket.settings);
  const storedFile = await store.putStream(streamChunks(TWO_PARTS), 'image/tiff', Infinity);
  expect(bucket.unfinished).toEqual([]);
  // An upload that was not finished because its server was killed.
  const [expiredKey, recentKey] = ['a', 'b'].map((letter) => `${letter.repeat(48)}.tif`);
  for (const key of [expiredKey, recentKey, 'folder/foreign <&>.tif'])
    await startUpload(`${bucket.settings.endpoint}/pictures/${encodeURI(key ?? '')}`);
  for (const upload of bucket.unfinished) {
    if (upload.key !== recentKey) upload.started = new Date(Date.now() - 25 * HOUR_MS);
  }
  await createDeleteUnfinishedTask(store).run({});
  expect(bucket.unfinished.map(({ key }) => decodeURI(key))).toEqual([recentKey, 'folder/foreign <&>.tif']);
  expect((await store.stat(storedFile.key))?.size).toBe(8 * 1024 * 1024 + 1024);
  await bucket.close();
});

it('ignores a bucket that does not list unfinished uploads for this key', async () => {
  const bucket = await startS3Server();
  const store = createS3Store(bucket.settings);
  await expect(store.deleteUnfinished(new Date())).rejects.toMatchObject({ responseStatus: 501, code: 'NotImplemented' });
  await createDeleteUnfinishedTask(store).run({});
  await bucket.close();
});

it('deletes unfinished files of a folder after a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-unfinished-'));
  const store = createDiskStore(join(folder, 'files'));
  await createDeleteUnfinishedTask(store).run({});
  const key = await store.put(Buffer.from('complete'), 'image/png');
  const shardFolder = join(folder, 'files', key.slice(0, 2));
  await mkdir(shardFolder, { recursive: true });
  for (const name of ['old', 'fresh']) await writeFile(join(shardFolder, `${name}.png.part`), 'partial');
  const yesterday = new Date(Date.now() - 25 * HOUR_MS);
  for (const name of ['old.png.part', key]) await utimes(join(shardFolder, name), yesterday, yesterday);
  await createDeleteUnfinishedTask(store).run({});
  expect((await readdir(shardFolder)).sort()).toEqual([key, 'fresh.png.part'].sort());
  await rm(folder, { recursive: true });
});

async function startUpload(url: string): Promise<void> {
  const response = await fetch(`${url}?uploads=`, { method: 'POST' });
  if (!response.ok) throw new Error(await response.text());
}
