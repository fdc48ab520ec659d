import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../database/supervisor/process-identity';

const PREFIX = 'console-upload-';
/** No upload takes as long. */
const LONGEST_MS = 86_400_000;

/** Of this machine, as far as it may stand in a file's name. */
const host = () => hostname().replaceAll(/[^\w-]/g, '_');

/** A new folder of the local disk for what a request uploads, named by the process whose it is. */
export function createUploadFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${host()}.${process.pid}-`));
}

/**
 * Removes what uploads of a killed server have left: folders of processes of this machine that are gone, and whatever is
 * older than a day. To be called before this process takes uploads: in a container, the process before had the same id.
 */
export async function deleteAbandonedUploadFolders(): Promise<void> {
  const names = (await readdir(tmpdir()).catch(() => [])).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const path = join(tmpdir(), name);
    // Of another user of the machine, or swept by another server at this moment: not ours to mind.
    if (await isLeftOver(name, path).catch(() => false)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [, at, pid] = /^console-upload-(.+)\.(\d+)-\w+$/.exec(name) ?? [];
  if (at === host() && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  return Date.now() - (await stat(path)).mtimeMs > LONGEST_MS;
}
