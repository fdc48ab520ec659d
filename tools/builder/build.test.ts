import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import type { Release, RemoteReleases } from '@console/shared-contract/federation';
import { compressFolder } from './compress';
import { hashInputs } from './inputs';
import { withBuildLock } from './lock';
import { getAuditFile, replaceRegistry } from '../../server/src/operations/releases';
import { updateRegistry, readRegistryFile } from './registry-file';

const folders: string[] = [];
function createFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'console-build-'));
  folders.push(dir);
  return dir;
}
afterAll(() => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

function createRelease(version: string, publishedAt = '2025-01-01T00:00:00.000Z', name = 'annotate'): Release {
  return {
    entry: `/remotes/${name}/${version}/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest: { name, version, contract: '^1.0.0', title: 'Images', routes: [], cards: [], widgets: [], needs: [], shared: {} },
    publishedAt,
  };
}
const createLocalVersion = (number: number) => `1.0.0-local-0000000${number}`;
const NOW = new Date('2025-02-01T00:00:00.000Z');
function addBuild(remotes: Record<string, RemoteReleases>, releases: Release[]) {
  return updateRegistry(
    { schema: 1, revision: 4, generatedAt: '2025-01-01T00:00:00.000Z', remotes },
    { names: ['annotate'], releases },
    NOW,
  );
}

describe('updateRegistry', () => {
  it('activates the new version and stores the previous one', () => {
    const { revision, remotes } = addBuild(
      {
        annotate: { active: createLocalVersion(1), versions: { [createLocalVersion(1)]: createRelease(createLocalVersion(1)) } },
      },
      [createRelease(createLocalVersion(2))],
    );
    expect(revision).toBe(5);
    expect(remotes.annotate).toMatchObject({ active: createLocalVersion(2), previous: createLocalVersion(1) });
  });

  it('returns the same revision when nothing was built', () => {
    const remotes = {
      annotate: { active: createLocalVersion(1), versions: { [createLocalVersion(1)]: createRelease(createLocalVersion(1)) } },
    };
    expect(addBuild(remotes, [createRelease(createLocalVersion(1), '2025-01-31T00:00:00.000Z')]).revision).toBe(4);
  });

  it('keeps a manually activated release active', () => {
    const remotes = { annotate: { active: '1.4.0', versions: { '1.4.0': createRelease('1.4.0') } } };
    const { annotate } = addBuild(remotes, [createRelease(createLocalVersion(1))]).remotes;
    expect(annotate?.active).toBe('1.4.0');
    expect(Object.keys(annotate?.versions ?? {})).toContain(createLocalVersion(1));
  });

  it('removes old local versions and keeps released versions', () => {
    const oldVersions = [1, 2, 3, 4, 5, 6].map(
      (day) => [createLocalVersion(day), createRelease(createLocalVersion(day), `2025-01-0${day}T00:00:00.000Z`)] as const,
    );
    const remotes = {
      annotate: {
        active: createLocalVersion(6),
        versions: { ...Object.fromEntries(oldVersions), '1.0.0': createRelease('1.0.0') },
      },
    };
    const { annotate } = addBuild(remotes, [createRelease(createLocalVersion(7))]).remotes;
    expect(Object.keys(annotate?.versions ?? {}).sort()).toEqual([
      '1.0.0',
      createLocalVersion(3),
      createLocalVersion(4),
      createLocalVersion(5),
      createLocalVersion(6),
      createLocalVersion(7),
    ]);
  });

  it('keeps the versions of a remote that could not be built', () => {
    const remotes = {
      annotate: { active: createLocalVersion(1), versions: { [createLocalVersion(1)]: createRelease(createLocalVersion(1)) } },
    };
    expect(addBuild(remotes, []).remotes).toEqual(remotes);
  });

  it('removes a remote whose folder was deleted', () => {
    const remotes = {
      old: {
        active: createLocalVersion(1),
        versions: { [createLocalVersion(1)]: createRelease(createLocalVersion(1), undefined, 'old') },
      },
    };
    expect(Object.keys(addBuild(remotes, [createRelease(createLocalVersion(1))]).remotes)).toEqual(['annotate']);
  });
});

it('reads a written registry and replaces a broken one with an empty registry', () => {
  const dir = createFolder();
  replaceRegistry(dir, addBuild({}, [createRelease(createLocalVersion(1))]));
  expect(readRegistryFile(dir).remotes.annotate?.active).toBe(createLocalVersion(1));
  const warnSpy = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  writeFileSync(path.join(dir, 'registry.json'), '{"schema":');
  expect(readRegistryFile(dir).remotes).toEqual({});
  expect(warnSpy).toHaveBeenCalledTimes(1);
  warnSpy.mockRestore();
});

it('refuses to replace a broken registry after manual activations', () => {
  const dir = createFolder();
  writeFileSync(path.join(dir, 'registry.json'), '{"schema":');
  writeFileSync(getAuditFile(dir), '{"action":"activate annotate 1.0.0"}\n');
  expect(() => readRegistryFile(dir)).toThrow('cannot be read, and it contains manual activations');
  expect(readFileSync(path.join(dir, 'registry.json'), 'utf8')).toBe('{"schema":');
});

it('the hash depends on source files but not on tests', () => {
  const root = createFolder();
  mkdirSync(path.join(root, 'src'));
  writeFileSync(path.join(root, 'src', 'page.tsx'), 'a');
  const originalHash = hashInputs(root, ['src']);
  writeFileSync(path.join(root, 'src', 'page.test.tsx'), 'b');
  expect(hashInputs(root, ['src'])).toBe(originalHash);
  writeFileSync(path.join(root, 'src', 'page.tsx'), 'b');
  expect(hashInputs(root, ['src'])).not.toBe(originalHash);
});

it('writes compressed copies of files that become smaller', async () => {
  const dir = createFolder();
  writeFileSync(path.join(dir, 'large.js'), 'x'.repeat(5000));
  writeFileSync(path.join(dir, 'small.js'), 'x');
  writeFileSync(path.join(dir, 'large.js.map'), 'x'.repeat(5000));
  await compressFolder(dir);
  expect(readdirSync(dir).sort()).toEqual(['large.js', 'large.js.br', 'large.js.gz', 'large.js.map', 'small.js']);
});

it('builds into the same folder run one after another and ignore locks of dead processes', async () => {
  const dir = createFolder();
  mkdirSync(path.join(dir, '.lock'));
  // No process can have this id, because it is greater than the system's maximum process id.
  writeFileSync(path.join(dir, '.lock', 'holder'), JSON.stringify({ pid: 99999999, host: hostname() }));
  const events: string[] = [];
  const logSpy = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const createWork = (name: string) => async () => {
    events.push(`${name} starts with ${readFileSync(path.join(dir, '.lock', 'holder'), 'utf8')}`);
    await Promise.resolve();
    events.push(`${name} finishes`);
  };
  await Promise.all([withBuildLock(dir, createWork('first')), withBuildLock(dir, createWork('second'))]);
  logSpy.mockRestore();
  expect(events.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'first starts',
    'first finishes',
    'second starts',
    'second finishes',
  ]);
});
