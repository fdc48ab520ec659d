import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withFolderLock } from './folder-lock';

const OPTIONS = { pollIntervalMs: 5, maxAgeMs: 10_000 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a path so long that the file system refuses the lock folder or the file in it, as on a full disk. */
function createDeepFolder(length: number): string {
  let lockedFolder = folder;
  while (lockedFolder.length + 201 < length) lockedFolder = path.join(lockedFolder, 'd'.repeat(200));
  lockedFolder = path.join(lockedFolder, 'd'.repeat(Math.max(1, length - lockedFolder.length - 1)));
  mkdirSync(lockedFolder, { recursive: true });
  return lockedFolder;
}

it('releases the lock when the work succeeds or fails', async () => {
  const lock = path.join(folder, 'lock');
  await expect(withFolderLock(lock, OPTIONS, () => existsSync(lock))).resolves.toBe(true);
  await expect(withFolderLock(lock, OPTIONS, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

it('rejects instead of waiting if the lock folder cannot be created', async () => {
  await expect(withFolderLock(path.join(folder, 'x'.repeat(300)), OPTIONS, () => 'held')).rejects.toThrow('ENAMETOOLONG');
});

it('removes the lock if its holder cannot be written', async () => {
  const lock = path.join(createDeepFolder(4_085), 'lock');
  await expect(withFolderLock(lock, OPTIONS, () => 'held')).rejects.toThrow('ENAMETOOLONG');
  expect(existsSync(lock)).toBe(false);
});
