import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Registry, withPublished } from '@console/shared-contract/federation';
import { withFolderLock } from './folder-lock';
import { writePendingEntry, completePendingEntry, hasPendingEntry, readLastEntries } from './folder-log';
import {
  createMoveLogEntry,
  EMPTY_REGISTRY,
  parseRegistry,
  formatRegistry,
  type ReleaseStore,
  requireRevision,
} from '../release/release-store';

/** Age in milliseconds from which an upload folder counts as abandoned. No publication takes this long. */
const STALE_MS = 3_600_000;

export const getRegistryFile = (buildDir: string): string => path.join(buildDir, 'registry.json');

/** Returns undefined if there is no registry. @throws ReleaseError if the registry cannot be read */
function readRegistry(buildDir: string): Registry | undefined {
  const file = getRegistryFile(buildDir);
  return existsSync(file) ? parseRegistry(readFileSync(file, 'utf8')) : undefined;
}

/** Replaces the registry atomically: concurrent readers see the old or the new one. Call it under the lock. */
export function replaceRegistry(buildDir: string, registry: Registry): void {
  const file = getRegistryFile(buildDir);
  writeFileSync(`${file}.tmp`, formatRegistry(registry));
  renameSync(`${file}.tmp`, file);
}

/** Runs the work while no other process changes the registry. The work must be short. */
export function withRegistryLock<T>(buildDir: string, work: () => T | Promise<T>): Promise<T> {
  // The work under this lock only takes milliseconds, so poll often.
  return withFolderLock(path.join(buildDir, '.registry-lock'), { pollIntervalMs: 20, maxAgeMs: 10_000 }, () => {
    // If the registry cannot be read, `work` reports the error.
    if (hasPendingEntry(buildDir) && isReadable(buildDir)) completePendingEntry(buildDir, readRegistry(buildDir));
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

/** Deletes files of interrupted publications. */
function deleteStaleUploads(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const fullPath = path.join(folder, name);
    if (Date.now() - statSync(fullPath).mtimeMs > STALE_MS) rmSync(fullPath, { recursive: true, force: true });
  }
}

/** Creates a store for the registry (the list of versions and which of them are live) and the releases in a build folder. */
export function createFolderStore(buildDir: string): ReleaseStore {
  const getFilePath = (name: string, version: string, file: string) => path.join(buildDir, 'remotes', name, version, file);

  const read: ReleaseStore['read'] = async () => readRegistry(buildDir);

  const move: ReleaseStore['move'] = (request, change) =>
    withRegistryLock(buildDir, async () => {
      const previousRegistry = (await read()) ?? EMPTY_REGISTRY;
      requireRevision(request, previousRegistry);
      const nextRegistry = change(previousRegistry);
      if (nextRegistry === previousRegistry) return previousRegistry;
      writePendingEntry(buildDir, createMoveLogEntry(request, nextRegistry));
      replaceRegistry(buildDir, nextRegistry);
      completePendingEntry(buildDir, nextRegistry);
      return nextRegistry;
    });

  return {
    location: buildDir,
    folder: buildDir,
    read,
    readRecent: read,
    readFile: async (name, version, file) => {
      const filePath = getFilePath(name, version, file);
      return existsSync(filePath) ? readFileSync(filePath) : undefined;
    },
    hasFile: async (name, version, file) => existsSync(getFilePath(name, version, file)),
    move,
    publish: async ({ files, release }, request) => {
      const { name, version } = release.manifest;
      deleteStaleUploads(path.join(buildDir, '.incoming'));
      const uploadFolder = path.join(buildDir, '.incoming', randomUUID());
      mkdirSync(uploadFolder, { recursive: true });
      try {
        for (const [file, content] of files) writeFileSync(path.join(uploadFolder, file), content);
        return await move(request, (registry) => {
          const nextRegistry = withPublished(registry, release, new Date(release.publishedAt));
          const releaseFolder = path.join(buildDir, 'remotes', name, version);
          mkdirSync(path.dirname(releaseFolder), { recursive: true });
          // The version is not in the registry, so existing files belong to an interrupted publication.
          rmSync(releaseFolder, { recursive: true, force: true });
          renameSync(uploadFolder, releaseFolder);
          return nextRegistry;
        });
      } finally {
        rmSync(uploadFolder, { recursive: true, force: true });
      }
    },
    lastMoves: async (count) => {
      if (hasPendingEntry(buildDir)) await withRegistryLock(buildDir, () => undefined);
      return readLastEntries(buildDir, count);
    },
  };
}
