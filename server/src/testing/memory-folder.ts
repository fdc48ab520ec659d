import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps files in this folder in memory. */
const SHARED_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;
const FOLDER_PREFIX = 'console-test-';

/**
 * Makes a folder in memory the default for temporary files of this process and its children. Test databases are created and deleted there
 * in a third of the time. Returns a function that deletes the folder. Without 4 GB of free memory, temporary files stay on the disk.
 */
export function storeTemporaryFilesInMemory(): () => void {
  if (!hasFreeMemory()) return () => undefined;
  deleteAbandonedFolders();
  const folder = mkdtempSync(join(SHARED_MEMORY, `${FOLDER_PREFIX}${process.pid}-`));
  // As root, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasFreeMemory(): boolean {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/** Deletes the folders of killed test runs, because they occupy memory. */
function deleteAbandonedFolders(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = name.startsWith(FOLDER_PREFIX) && Number.parseInt(name.slice(FOLDER_PREFIX.length), 10);
    if (pid && !isRunning(pid)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
