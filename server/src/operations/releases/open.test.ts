import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startConditionalS3 } from '../../testing/s3/conditional-s3';
import { activate, MOVE_AUTHOR, publish } from '../../testing/releases/release-moves';
import { startS3Server } from '../../testing/s3/s3-server';
import { movePointer, type ReleaseStore, openReleasesForServer } from '.';
import { createBucketStore } from './bucket/bucket-store';
import { createFolderStore } from './folder/folder-store';

describe('a server that stores its releases in a bucket', () => {
  let buildDir: string;
  let bucket: Awaited<ReturnType<typeof startS3Server>>;
  let printedLines: string[];
  beforeEach(() => {
    printedLines = [];
    buildDir = mkdtempSync(path.join(tmpdir(), 'console-releases-'));
  });
  afterEach(async () => {
    await bucket.close();
    rmSync(buildDir, { recursive: true, force: true });
  });
  const openBucketReleases = (oneWriter = false) =>
    openReleasesForServer({ settings: bucket.settings, prefix: 'live/', oneWriter }, buildDir, (line) => printedLines.push(line));
  const readActiveVersion = async (store: ReleaseStore) => (await store.readRecent())?.remotes.annotate?.active;

  it('detects that the bucket accepts ETags only without quotes', async () => {
    bucket = await startConditionalS3({ etags: 'bare' });
    const store = await openBucketReleases();
    await publish(store, '1.0.0');
    await activate(store, '1.0.0');
    expect(await readActiveVersion(store)).toBe('1.0.0');
    await expect(activate(store, '1.0.0', 1)).rejects.toThrow('The registry is at revision 2, not 1');
  });

  testInLongRun('publishes the live remotes of the build folder to an empty bucket', async () => {
    bucket = await startConditionalS3();
    const build = createFolderStore(buildDir);
    await publish(build, '1.0.0');
    await publish(build, '1.1.0');
    await activate(build, '1.0.0');
    const stores = await Promise.all([openBucketReleases(), openBucketReleases()]);
    expect(printedLines).toContain(
      's3://pictures/live/ was empty. The remotes of the build folder are published there and live: annotate 1.0.0.',
    );
    expect(await Promise.all(stores.map(readActiveVersion))).toEqual(['1.0.0', '1.0.0']);
    expect(Object.keys((await stores[0].read())?.remotes.annotate?.versions ?? {})).toEqual(['1.0.0']);
    printedLines = [];
    await openBucketReleases();
    expect(printedLines).toEqual([]);
  });

  it('continues an interrupted first publication and keeps versions activated meanwhile', async () => {
    const build = createFolderStore(buildDir);
    for (const name of ['annotate', 'reports', 'training']) {
      await publish(build, '1.0.0', { name });
      await movePointer(build, name, { action: 'activate', version: '1.0.0' }, MOVE_AUTHOR);
    }
    let remainingUploads = 3;
    bucket = await startConditionalS3({
      onPut: async (url) => {
        if (url.endsWith('/registry.json') && (remainingUploads -= 1) < 0) throw new Error('cut off');
      },
    });
    await expect(openBucketReleases()).rejects.toThrow(/^RELEASES: /);
    remainingUploads = Infinity;
    const otherStore = createBucketStore({ settings: bucket.settings, prefix: 'live/', oneWriter: false });
    await publish(otherStore, '2.0.0', { name: 'annotate' });
    await movePointer(otherStore, 'annotate', { action: 'activate', version: '2.0.0' }, MOVE_AUTHOR);
    const store = await openBucketReleases();
    const { remotes = {} } = (await store.read()) ?? {};
    expect(Object.entries(remotes).map(([name, { active }]) => [name, active])).toEqual([
      ['annotate', '2.0.0'],
      ['reports', '1.0.0'],
      ['training', '1.0.0'],
    ]);
    expect(printedLines.at(-1)).toMatch(/^s3:\/\/pictures\/live\/ was partly filled/);
    printedLines = [];
    await openBucketReleases();
    expect(printedLines).toEqual([]);
  });

  it('reports that the bucket and the build folder have no remotes', async () => {
    bucket = await startConditionalS3();
    await openBucketReleases();
    expect(printedLines).toEqual([
      's3://pictures/live/ has no remotes yet, and neither has the build folder: the console has no pages until they are released.',
    ]);
  });

  it('becomes the only writer, and the previous writer is refused', async () => {
    bucket = await startS3Server();
    const firstStore = await openBucketReleases(true);
    await publish(firstStore, '1.0.0');
    await activate(firstStore, '1.0.0');
    printedLines = [];
    const secondStore = await openBucketReleases(true);
    expect(printedLines).toEqual([
      expect.stringMatching(/^s3:\/\/pictures\/live\/ was written by process \d+ on .*its moves are refused/),
    ]);
    await expect(publish(firstStore, '1.1.0')).rejects.toThrow(
      /^RELEASES_ONE_WRITER is on at another server too, which started later \(process \d+ on .*\): nothing was changed/,
    );
    await publish(secondStore, '1.1.0');
    expect((await secondStore.read())?.revision).toBe(3);
  });

  it('sees moves of other servers within seconds and its own moves at once', async () => {
    bucket = await startConditionalS3();
    const [firstStore, secondStore] = [await openBucketReleases(), await openBucketReleases()];
    await publish(firstStore, '1.0.0');
    await activate(firstStore, '1.0.0');
    await publish(firstStore, '1.1.0');
    while ((await readActiveVersion(secondStore)) === undefined) await pause(50);
    await activate(secondStore, '1.1.0');
    expect(await readActiveVersion(secondStore)).toBe('1.1.0');
  });
});
