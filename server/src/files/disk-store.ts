import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileKey, parseFileKey } from './file-key';
import { MeasuredBytes } from './measured-bytes';
import type { FileStore } from './store';

const PART = '.part';

/** Where a server without a bucket keeps its files. */
export const getFilesFolder = (dataDir: string): string => join(dataDir, 'files');

/**
 * Files under one folder, in 256 subfolders. A file appears under its name only when whole and on the disk: a kill in
 * the middle of a write leaves a `.part` that no key names, until it is dropped as unfinished.
 */
export function createDiskStore(root: string): FileStore {
  const pathOf = (key: string): string | null => {
    const parsed = parseFileKey(key);
    return parsed ? join(root, parsed.shard, key) : null;
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
      const path = pathOf(key);
      const found = path ? await stat(path).catch(nullIfAbsent) : null;
      return found ? { size: found.size, contentType: parseFileKey(key)?.contentType ?? '' } : null;
    },
    open: async (key, range) => {
      const path = pathOf(key);
      if (!path || !(await stat(path).catch(nullIfAbsent))) return null;
      return createReadStream(path, range);
    },
    read: async (key) => {
      const path = pathOf(key);
      return path ? readFile(path).catch(nullIfAbsent) : null;
    },
    delete: async (key) => {
      const path = pathOf(key);
      if (path) await rm(path, { force: true });
    },
    deleteUnfinished: async (before) => {
      let count = 0;
      for (const folder of (await readdir(root).catch(nullIfAbsent)) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(root, folder))) {
          const path = join(root, folder, name);
          const found = name.endsWith(PART) ? await stat(path).catch(nullIfAbsent) : null;
          if (!found || found.mtime >= before) continue;
          await rm(path, { force: true });
          count += 1;
        }
      }
      return count;
    },
  };
}

/** Writes a file that is there whole or not at all, and still after a power cut. Fails where another write of it is under way. */
export async function writeDurably(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}${PART}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await writeFile(file, bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // The name is durable only when its folder is.
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
