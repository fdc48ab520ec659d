import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Registry, withPublished } from '@console/shared-contract/federation';
import { withFolderLock } from './folder-lock';
import { beginEntry, enterBegun, hasBegunEntry, lastEntries } from './folder-log';
import { auditEntry, EMPTY_REGISTRY, parseRegistry, registryText, type ReleaseStore, requireRevision } from './release-store';

/** No publication takes as long. */
const STALE_MS = 3_600_000;

export const registryFile = (buildDir: string): string => path.join(buildDir, 'registry.json');

/** Undefined when there is none. @throws ReleaseError when it cannot be read */
function readRegistry(buildDir: string): Registry | undefined {
  const file = registryFile(buildDir);
  return existsSync(file) ? parseRegistry(readFileSync(file, 'utf8')) : undefined;
}

/** Under the lock. A server that reads meanwhile sees the old one or the new one. */
export function replaceRegistry(buildDir: string, registry: Registry): void {
  const file = registryFile(buildDir);
  writeFileSync(`${file}.tmp`, registryText(registry));
  renameSync(`${file}.tmp`, file);
}

/** Runs the work while no other process of ours changes the registry; the work must be short. */
export function withRegistryLock<T>(buildDir: string, work: () => T | Promise<T>): Promise<T> {
  // What is done under it takes milliseconds.
  return withFolderLock(path.join(buildDir, '.registry-lock'), { pollMs: 20, abandonedMs: 10_000 }, () => {
    // A registry that cannot be read is for the work to complain of.
    if (hasBegunEntry(buildDir) && isReadable(buildDir)) enterBegun(buildDir, readRegistry(buildDir));
    return work();
  });
}

function isReadable(buildDir: string): boolean {
  try {
    readRegistry(buildDir);
    return true;
  } catch {
    return false;
  }
}

/** Removes what publications left that were cut off. */
function sweepIncoming(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const full = path.join(folder, name);
    if (Date.now() - statSync(full).mtimeMs > STALE_MS) rmSync(full, { recursive: true, force: true });
  }
}

/** The registry and the releases in a build folder. */
export function folderReleases(buildDir: string): ReleaseStore {
  const fileOf = (name: string, version: string, file: string) => path.join(buildDir, 'remotes', name, version, file);

  const read: ReleaseStore['read'] = async () => readRegistry(buildDir);

  const move: ReleaseStore['move'] = (asked, change) =>
    withRegistryLock(buildDir, async () => {
      const before = (await read()) ?? EMPTY_REGISTRY;
      requireRevision(asked, before);
      const after = change(before);
      if (after === before) return before;
      beginEntry(buildDir, auditEntry(asked, after));
      replaceRegistry(buildDir, after);
      enterBegun(buildDir, after);
      return after;
    });

  return {
    place: buildDir,
    folder: buildDir,
    read,
    readRecent: read,
    readFile: async (name, version, file) => {
      const full = fileOf(name, version, file);
      return existsSync(full) ? readFileSync(full) : undefined;
    },
    hasFile: async (name, version, file) => existsSync(fileOf(name, version, file)),
    move,
    publish: async ({ files, release }, asked) => {
      const { name, version } = release.manifest;
      sweepIncoming(path.join(buildDir, '.incoming'));
      const incoming = path.join(buildDir, '.incoming', randomUUID());
      mkdirSync(incoming, { recursive: true });
      try {
        for (const [file, content] of files) writeFileSync(path.join(incoming, file), content);
        return await move(asked, (registry) => {
          const after = withPublished(registry, release, new Date(release.publishedAt));
          const target = path.join(buildDir, 'remotes', name, version);
          mkdirSync(path.dirname(target), { recursive: true });
          // Not in the registry, so left by a publication that was cut off.
          rmSync(target, { recursive: true, force: true });
          renameSync(incoming, target);
          return after;
        });
      } finally {
        rmSync(incoming, { recursive: true, force: true });
      }
    },
    lastMoves: async (count) => {
      if (hasBegunEntry(buildDir)) await withRegistryLock(buildDir, () => undefined);
      return lastEntries(buildDir, count);
    },
  };
}
