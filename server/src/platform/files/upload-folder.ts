import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../database/supervisor/process-identity';

const FOLDER_PREFIX = 'console-upload-';
/** Age in milliseconds from which an upload folder counts as abandoned. No upload takes longer. */
const MAX_UPLOAD_MS = 86_400_000;

/** The host name, reduced to characters that are safe in file names. */
const getHost = () => hostname().replaceAll(/[^\w-]/g, '_');

/** Creates a temporary local folder for an upload. Its name contains the host and the process id. */
export function createUploadFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${getHost()}.${process.pid}-`));
}

/**
 * Deletes the upload folders of exited processes of this machine, and upload folders older than a day. Call it before this process accepts
 * uploads: in a container, the previous process had the same id.
 */
export async function deleteAbandonedUploadFolders(): Promise<void> {
  const names = (await readdir(tmpdir()).catch(() => [])).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const name of names) {
    const path = join(tmpdir(), name);
    // Skips folders of other users, and folders that another server is deleting.
    if (await isAbandoned(name, path).catch(() => false)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [, host, pid] = /^console-upload-(.+)\.(\d+)-\w+$/.exec(name) ?? [];
  if (host === getHost() && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  return Date.now() - (await stat(path)).mtimeMs > MAX_UPLOAD_MS;
}
