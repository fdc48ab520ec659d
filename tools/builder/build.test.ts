import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import type { Release, RemoteReleases } from '@console/shared-contract/federation';
import { compressFolder } from './compress';
import { hashInputs } from './inputs';
import { withBuildLock } from './lock';
import { getAuditFile, replaceRegistry } from '../../server/src/operations/releases';
import { nextRegistry, readRegistryFile } from './registry-file';

const folders: string[] = [];
function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'console-build-'));
  folders.push(dir);
  return dir;
}
afterAll(() => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

function release(version: string, publishedAt = '2025-01-01T00:00:00.000Z', name = 'annotate'): Release {
  return {
    entry: `/remotes/${name}/${version}/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest: { name, version, contract: '^1.0.0', title: 'Images', routes: [], cards: [], widgets: [], needs: [], shared: {} },
    publishedAt,
  };
}
const local = (n: number) => `1.0.0-local-0000000${n}`;
const now = new Date('2025-02-01T00:00:00.000Z');
function build(before: Record<string, RemoteReleases>, releases: Release[]) {
  return nextRegistry(
    { schema: 1, revision: 4, generatedAt: '2025-01-01T00:00:00.000Z', remotes: before },
    { names: ['annotate'], releases },
    now,
  );
}

describe('nextRegistry', () => {
  it('activates the new version and remembers the previous one', () => {
    const { revision, remotes } = build({ annotate: { active: local(1), versions: { [local(1)]: release(local(1)) } } }, [
      release(local(2)),
    ]);
    expect(revision).toBe(5);
    expect(remotes.annotate).toMatchObject({ active: local(2), previous: local(1) });
  });

  it('returns the same revision when nothing was built', () => {
    const before = { annotate: { active: local(1), versions: { [local(1)]: release(local(1)) } } };
    expect(build(before, [release(local(1), '2025-01-31T00:00:00.000Z')]).revision).toBe(4);
  });

  it('keeps a manually activated release active', () => {
    const before = { annotate: { active: '1.4.0', versions: { '1.4.0': release('1.4.0') } } };
    const { annotate } = build(before, [release(local(1))]).remotes;
    expect(annotate?.active).toBe('1.4.0');
    expect(Object.keys(annotate?.versions ?? {})).toContain(local(1));
  });

  it('removes old local versions but no released ones', () => {
    const old = [1, 2, 3, 4, 5, 6].map((n) => [local(n), release(local(n), `2025-01-0${n}T00:00:00.000Z`)] as const);
    const before = { annotate: { active: local(6), versions: { ...Object.fromEntries(old), '1.0.0': release('1.0.0') } } };
    const { annotate } = build(before, [release(local(7))]).remotes;
    expect(Object.keys(annotate?.versions ?? {}).sort()).toEqual(['1.0.0', local(3), local(4), local(5), local(6), local(7)]);
  });

  it('keeps the versions of a remote that could not be built', () => {
    const before = { annotate: { active: local(1), versions: { [local(1)]: release(local(1)) } } };
    expect(build(before, []).remotes).toEqual(before);
  });

  it('removes a remote whose folder was deleted', () => {
    const before = { old: { active: local(1), versions: { [local(1)]: release(local(1), undefined, 'old') } } };
    expect(Object.keys(build(before, [release(local(1))]).remotes)).toEqual(['annotate']);
  });
});

it('reads the registry it wrote and replaces a broken one with an empty registry', () => {
  const dir = folder();
  replaceRegistry(dir, build({}, [release(local(1))]));
  expect(readRegistryFile(dir).remotes.annotate?.active).toBe(local(1));
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  writeFileSync(path.join(dir, 'registry.json'), '{"schema":');
  expect(readRegistryFile(dir).remotes).toEqual({});
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

it('refuses to replace a broken registry after manual activations', () => {
  const dir = folder();
  writeFileSync(path.join(dir, 'registry.json'), '{"schema":');
  writeFileSync(getAuditFile(dir), '{"action":"activate annotate 1.0.0"}\n');
  expect(() => readRegistryFile(dir)).toThrow('cannot be read, and it contains manual activations');
  expect(readFileSync(path.join(dir, 'registry.json'), 'utf8')).toBe('{"schema":');
});

it('hashes built files but not tests', () => {
  const root = folder();
  mkdirSync(path.join(root, 'src'));
  writeFileSync(path.join(root, 'src', 'page.tsx'), 'a');
  const before = hashInputs(root, ['src']);
  writeFileSync(path.join(root, 'src', 'page.test.tsx'), 'b');
  expect(hashInputs(root, ['src'])).toBe(before);
  writeFileSync(path.join(root, 'src', 'page.tsx'), 'b');
  expect(hashInputs(root, ['src'])).not.toBe(before);
});

it('writes compressed copies of files that become smaller', async () => {
  const dir = folder();
  writeFileSync(path.join(dir, 'large.js'), 'x'.repeat(5000));
  writeFileSync(path.join(dir, 'small.js'), 'x');
  writeFileSync(path.join(dir, 'large.js.map'), 'x'.repeat(5000));
  await compressFolder(dir);
  expect(readdirSync(dir).sort()).toEqual(['large.js', 'large.js.br', 'large.js.gz', 'large.js.map', 'small.js']);
});

it('lets one build at a time write into a folder and takes over the lock of a dead process', async () => {
  const dir = folder();
  mkdirSync(path.join(dir, '.lock'));
  // This id is above the largest process id of the system, so no process has it.
  writeFileSync(path.join(dir, '.lock', 'holder'), JSON.stringify({ pid: 99999999, host: hostname() }));
  const order: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const work = (name: string) => async () => {
    order.push(`${name} starts with ${readFileSync(path.join(dir, '.lock', 'holder'), 'utf8')}`);
    await Promise.resolve();
    order.push(`${name} finishes`);
  };
  await Promise.all([withBuildLock(dir, work('first')), withBuildLock(dir, work('second'))]);
  log.mockRestore();
  expect(order.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'first starts',
    'first finishes',
    'second starts',
    'second finishes',
  ]);
});
