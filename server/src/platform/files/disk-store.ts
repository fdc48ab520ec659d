import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileKey, parseFileKey } from './file-key';
import { MeasuredBytes } from './measured-bytes';
import type { FileStore } from './store';

const INCOMPLETE_SUFFIX = '.part';

/** The folder for the files of a server without a bucket. */
export const getFilesFolder = (dataDir: string): string => join(dataDir, 'files');

/**
 * Stores files below one folder, in 256 subfolders. A file gets its name only when it is complete and durable. A killed write
 * leaves a `.part` file, which has no key, until `deleteUnfinished` deletes it.
 */
export function createDiskStore(root: string): FileStore {
  const toPath = (key: string): string | null => {
    const parsedKey = parseFileKey(key);
    return parsedKey ? join(root, parsedKey.shard, key) : null;
  };
  return {
    put: async (bytes, contentType) => {
      const key = createFileKey(contentType);
      const path = join(root, key.slice(0, 2), key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeDurably(path, bytes);
      return key;
    },
    putStream: async (source, contentType, limit, key = createFileKey(contentType)) => {
      const path = join(root, key.slice(0, 2), key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const bytes = new MeasuredBytes(source, limit);
      await writeDurably(path, bytes);
      return { key, ...bytes.measure() };
    },
    stat: async (key) => {
      const path = toPath(key);
      const stats = path ? await stat(path).catch(toNullIfMissing) : null;
      return stats ? { size: stats.size, contentType: parseFileKey(key)?.contentType ?? '' } : null;
    },
    open: async (key, range) => {
      const path = toPath(key);
      if (!path || !(await stat(path).catch(toNullIfMissing))) return null;
      return createReadStream(path, range);
    },
    read: async (key) => {
      const path = toPath(key);
      return path ? readFile(path).catch(toNullIfMissing) : null;
    },
    delete: async (key) => {
      const path = toPath(key);
      if (path) await rm(path, { force: true });
    },
    deleteUnfinished: async (before) => {
      let count = 0;
      for (const folder of (await readdir(root).catch(toNullIfMissing)) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(root, folder))) {
          const path = join(root, folder, name);
          const stats = name.endsWith(INCOMPLETE_SUFFIX) ? await stat(path).catch(toNullIfMissing) : null;
          if (!stats || stats.mtime >= before) continue;
          await rm(path, { force: true });
          count += 1;
        }
      }
      return count;
    },
  };
}

/** Writes a file atomically and durably, so it survives a power failure. Throws if another write of the file is in progress. */
export async function writeDurably(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const draftPath = `${path}${INCOMPLETE_SUFFIX}`;
  try {
    const file = await open(draftPath, 'wx', 0o600);
    try {
      await writeFile(file, bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draftPath, path);
  } catch (error) {
    await rm(draftPath, { force: true });
    throw error;
  }
  // The name is durable only after its folder is synced.
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function toNullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
