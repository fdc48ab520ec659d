import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { withActivated } from '@console/shared-contract/federation';
import { startConditionalS3 } from '../../testing/s3/conditional-s3';
import { activate, MOVE_AUTHOR, publish } from '../../testing/releases/release-moves';
import { createReleaseFiles } from '../../testing/releases/release-samples';
import { startS3Server } from '../../testing/s3/s3-server';
import { getAuditFile, movePointer, openReleases, createPublication, readBuiltRelease, type ReleaseStore } from '.';
import type { BucketLocation } from '../../platform/config/releases';
import { createBucketStore } from './bucket/bucket-store';
import { createFolderStore } from './folder/folder-store';

interface OpenedStore {
  /** Opens the store as another process or server would. */
  open: () => ReleaseStore;
  close: () => unknown;
  /** Makes writes to the log fail, as if the process was killed before the write. With false, repairs the log. */
  breakLog: (isBroken: boolean) => void;
  /** Runs a publication in another process, and kills it between the upload and the registry change. */
  killPublication: (name: string, version: string) => Promise<void>;
}

const PUBLISH_SCRIPT = path.resolve(__dirname, '..', '..', 'testing', 'releases', 'publish.ts');
const publishInOtherProcess = (location: string, name: string, version: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', PUBLISH_SCRIPT, location, name, version], { stdio: 'inherit' });

async function openFolderStore(): Promise<OpenedStore> {
  const dir = mkdtempSync(path.join(tmpdir(), 'console-releases-'));
  return {
    open: () => createFolderStore(dir),
    close: () => rmSync(dir, { recursive: true, force: true }),
    breakLog: (isBroken) => {
      const auditFile = getAuditFile(dir);
      if (isBroken) {
        renameSync(auditFile, `${auditFile}.kept`);
        mkdirSync(auditFile);
        return;
      }
      rmdirSync(auditFile);
      // A killed process may have written a part of the line.
      writeFileSync(auditFile, `${readFileSync(`${auditFile}.kept`, 'utf8')}{"at":"20`);
    },
    killPublication: async (name, version) => {
      // This process has the lock. The other process therefore writes its files and then waits.
      const lockFolder = path.join(dir, '.registry-lock');
      const uploadFolder = path.join(dir, '.incoming');
      mkdirSync(lockFolder);
      writeFileSync(path.join(lockFolder, 'holder'), JSON.stringify({ pid: process.pid, host: hostname() }));
      mkdirSync(uploadFolder, { recursive: true });
      const isUploaded = () =>
        readdirSync(uploadFolder).some((folderName) => existsSync(path.join(uploadFolder, folderName, 'release.json')));
      const uploaded = new Promise<void>((resolve) => {
        const watcher = watch(uploadFolder, { recursive: true }, () => {
          if (!isUploaded()) return;
          watcher.close();
          resolve();
        });
      });
      const otherProcess = publishInOtherProcess(dir, name, version);
      await uploaded;
      otherProcess.kill('SIGKILL');
      await once(otherProcess, 'exit');
      rmSync(lockFolder, { recursive: true });
    },
  };
}

async function openBucketStore(): Promise<OpenedStore> {
  let onRegistry: (() => Promise<void>) | undefined;
  let isLogBroken = false;
  const bucket = await startConditionalS3({
    onPut: async (url) => {
      if (isLogBroken && url.includes('/audit/')) throw new Error('cut off');
      if (url.endsWith('/registry.json')) await onRegistry?.();
    },
  });
  const location: BucketLocation = { settings: bucket.settings, prefix: 'live/', oneWriter: false };
  return {
    open: () => createBucketStore(location),
    close: bucket.close,
    breakLog: (isBroken) => {
      isLogBroken = isBroken;
    },
    killPublication: async (name, version) => {
      const otherProcess = publishInOtherProcess(JSON.stringify(location), name, version);
      await new Promise<void>((resolve) => {
        onRegistry = async () => {
          otherProcess.kill('SIGKILL');
          await once(otherProcess, 'exit');
          onRegistry = undefined;
          resolve();
          // The request of a killed process never arrives.
          throw new Error('cut off');
        };
      });
    },
  };
}

async function openUnconditionalBucketStore(): Promise<OpenedStore> {
  const bucket = await startS3Server();
  const store = createBucketStore({ settings: bucket.settings, prefix: '', oneWriter: true });
  const throwUnsupported = () => {
    throw new Error('of the other stores');
  };
  return { open: () => store, close: bucket.close, killPublication: throwUnsupported, breakLog: throwUnsupported };
}

const STORES: [string, () => Promise<OpenedStore>][] = [
  ['a folder', openFolderStore],
  ['a bucket', openBucketStore],
];
if (process.env.LONG) STORES.push(['a bucket without conditional writes', openUnconditionalBucketStore]);

describe.each(STORES)('releases in %s', (kind, openStore) => {
  let openedStore: OpenedStore;
  let store: ReleaseStore;
  beforeEach(async () => {
    openedStore = await openStore();
    store = openedStore.open();
  });
  afterEach(() => openedStore.close());
  const readLiveVersion = async () => (await openedStore.open().read())?.remotes.annotate?.active;

  it('are published, read, activated and rolled back, with all moves logged', async () => {
    expect(await store.read()).toBeUndefined();
    await publish(store, '1.0.0');
    await publish(store, '1.1.0', { files: { 'page.js': 'page' } });
    expect(await readLiveVersion()).toBeUndefined();
    expect((await store.readFile('annotate', '1.1.0', 'page.js'))?.toString()).toBe('page');
    expect(await store.readFile('annotate', '1.1.0', 'other.js')).toBeUndefined();
    await activate(store, '1.0.0');
    await movePointer(
      store,
      'annotate',
      { action: 'canary', canary: { version: '1.1.0', share: 5, workspaces: ['w'] } },
      MOVE_AUTHOR,
    );
    await activate(store, '1.1.0');
    await movePointer(store, 'annotate', { action: 'rollback' }, MOVE_AUTHOR);
    expect(await readLiveVersion()).toBe('1.0.0');
    expect((await store.lastMoves(4)).map(({ revision, action }) => `${revision} ${action}`)).toEqual([
      '6 rollback annotate',
      '5 activate annotate 1.1.0',
      '4 canary annotate 1.1.0 --share 5 --workspace w',
      '3 activate annotate 1.0.0',
    ]);
  });

  it('cannot be published twice', async () => {
    await publish(store, '1.0.0');
    await expect(publish(store, '1.0.0', { files: { 'more.js': '1' } })).rejects.toThrow('annotate 1.0.0 is already published');
    expect(await store.readFile('annotate', '1.0.0', 'more.js')).toBeUndefined();
  });

  it('are activated only at the expected revision', async () => {
    await publish(store, '1.0.0');
    await publish(store, '1.1.0');
    await activate(store, '1.0.0', 2);
    await expect(activate(store, '1.1.0', 2)).rejects.toThrow('The registry is at revision 3, not 2');
    expect(await readLiveVersion()).toBe('1.0.0');
  });

  it('lose no move when different servers move them concurrently', async () => {
    const names = ['annotate', 'reports', 'training', 'catalogue'];
    await Promise.all(names.map((name) => publish(openedStore.open(), '1.0.0', { name })));
    const date = new Date();
    await Promise.all(
      names.map((name) =>
        openedStore
          .open()
          .move({ action: `activate ${name}`, ...MOVE_AUTHOR }, (registry) => withActivated(registry, name, '1.0.0', date)),
      ),
    );
    const registry = await openedStore.open().read();
    expect(registry?.revision).toBe(8);
    expect(names.map((name) => registry?.remotes[name]?.active)).toEqual(names.map(() => '1.0.0'));
    expect(new Set((await store.lastMoves(8)).map(({ revision }) => revision)).size).toBe(8);
  });

  it('can be activated if their description lists files that were never stored', async () => {
    const files = createReleaseFiles('1.0.0');
    const publication = await createPublication(files, readBuiltRelease(files, 'annotate', '1.0.0'), new Date());
    const { files: listedFiles, ...otherFields } = JSON.parse(String(publication.files.get('release.json'))) as {
      files: string[];
    };
    const olderDescription = JSON.stringify({ ...otherFields, files: [...listedFiles, 'release.json.br', 'release.json.gz'] });
    const storedFiles = new Map(publication.files).set('release.json', Buffer.from(olderDescription));
    await store.publish({ ...publication, files: storedFiles }, { action: 'publish annotate 1.0.0', ...MOVE_AUTHOR });
    await activate(store, '1.0.0');
    expect(await readLiveVersion()).toBe('1.0.0');
  });

  it('cannot be activated if files are missing', async () => {
    await publish(store, '1.0.0');
    await store.move({ action: 'by hand', ...MOVE_AUTHOR }, (registry) => {
      const release = registry.remotes.annotate?.versions['1.0.0'];
      if (!release) throw new Error('not published');
      const releaseWithoutFiles = { ...release, manifest: { ...release.manifest, version: '2.0.0' } };
      const versions = { ...registry.remotes.annotate?.versions, '2.0.0': releaseWithoutFiles };
      return { ...registry, revision: registry.revision + 1, remotes: { annotate: { versions } } };
    });
    await expect(activate(store, '2.0.0')).rejects.toThrow(
      `annotate 2.0.0 cannot be made live: its release.json is missing in ${store.location}. Publish it as a new version.`,
    );
  });

  if (kind !== 'a bucket without conditional writes') {
    const nextSteps = process.env.LONG ? ['read', 'moved again'] : ['moved again'];
    it.each(nextSteps)('log an interrupted move later, when they are %s', async (next) => {
      await publish(store, '1.0.0');
      openedStore.breakLog(true);
      await expect(activate(store, '1.0.0')).rejects.toThrow();
      openedStore.breakLog(false);
      expect(await readLiveVersion()).toBe('1.0.0');
      if (next === 'moved again') await publish(openedStore.open(), '1.1.0');
      const moves = (await openedStore.open().lastMoves(5)).map(({ revision, action }) => `${revision} ${action}`);
      expect(moves).toEqual([
        ...(next === 'moved again' ? ['3 publish annotate 1.1.0'] : []),
        '2 activate annotate 1.0.0',
        '1 publish annotate 1.0.0',
      ]);
    });

    // A publication in another process takes two seconds. The tests of `a bucket` also complete an interrupted publication.
    const killTest = kind === 'a folder' ? it : testInLongRun;
    killTest('keep the registry intact if a publication is killed, and can be published again', async () => {
      await publish(store, '1.0.0');
      await activate(store, '1.0.0');
      const registryBefore = await openedStore.open().read();
      await openedStore.killPublication('annotate', '1.1.0');
      expect(await openedStore.open().read()).toEqual(registryBefore);
      await publish(store, '1.1.0');
      await activate(store, '1.1.0');
      expect(await readLiveVersion()).toBe('1.1.0');
    });
  }
});

describe('a bucket', () => {
  let bucket: Awaited<ReturnType<typeof startS3Server>>;
  afterEach(() => bucket.close());
  const createLocation = (prefix: string): BucketLocation => ({ settings: bucket.settings, prefix, oneWriter: false });
  const getUrl = (key: string) => `${bucket.settings.endpoint}/${bucket.settings.bucket}/${key}`;

  it('that ignores conditions is refused with an explanation', async () => {
    bucket = await startS3Server();
    await expect(openReleases(createLocation(''), '/nowhere')).rejects.toThrow(
      /^RELEASES: .* ignores If-Match .* or set RELEASES_ONE_WRITER=on/,
    );
  });

  it('that does not exist is named in the error', async () => {
    bucket = await startConditionalS3();
    const settings = { ...bucket.settings, bucket: 'another' };
    await expect(openReleases({ ...createLocation(''), settings }, '/nowhere')).rejects.toThrow(
      'RELEASES: s3://another/ cannot be used. PUT of a file returned 404 NoSuchBucket',
    );
  });

  it('has files cacheable for a year and a registry cacheable for seconds', async () => {
    bucket = await startConditionalS3();
    const store = await openReleases(createLocation('live/'), '/nowhere');
    await publish(store, '1.0.0');
    const entry = await fetch(getUrl('live/remotes/annotate/1.0.0/entry.0123abcd.js'));
    expect(entry.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(entry.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const registry = await fetch(getUrl('live/registry.json'));
    expect(registry.headers.get('cache-control')).toBe('public, max-age=5');
    expect(registry.headers.get('etag')).toBeTruthy();
  });

  it('completes an interrupted publication but refuses different files of the same name', async () => {
    bucket = await startConditionalS3();
    const store = createBucketStore(createLocation(''));
    const page = getUrl('remotes/annotate/1.0.0/page.js');
    await fetch(page, { method: 'PUT', body: 'page' });
    await expect(publish(store, '1.0.0', { files: { 'page.js': 'another page' } })).rejects.toThrow(
      's3://pictures/ has another file as remotes/annotate/1.0.0/page.js, which may be cached for a year. Use a new version.',
    );
    expect(await store.read()).toBeUndefined();
    await publish(store, '1.0.0', { files: { 'page.js': 'page' } });
    expect(await (await fetch(page)).text()).toBe('page');
  });
});
