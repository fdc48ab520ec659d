import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { getErrorCode, getErrorMessage, UnreadableError } from './reader';
import { getBombReason, getTraversalReason, getTooLargeReason, type RejectedEntry } from './zip';

export interface TarEntry {
  path: string;
  size: number;
  /** Where it was unpacked to. */
  file: string;
}

export interface Unpacking {
  /** Made when there is something for it. */
  folder: string;
  /** Whether an entry of this path is wanted at all. */
  wants: (path: string) => boolean;
  maxEntries: number;
  /** Bytes that its files may have together. */
  maxBytes: number;
  /** Bytes of the archive, against which it is measured what it unpacks to. */
  size: number;
}

/**
 * Unpacks a tar, also one that is packed by gzip, to files that are named by their number: an archive cannot choose where anything lies.
 * Links and paths that climb come as refused. Throws UnreadableError for what is no tar, is cut off or unpacks to far more than it is.
 */
export async function* unpackTar(
  archive: string,
  { folder, wants, maxEntries, maxBytes, size }: Unpacking,
): AsyncGenerator<TarEntry | RejectedEntry> {
  const isPacked = /\.(tgz|gz)$/i.test(archive) || (await isGzip(archive));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const source = createReadStream(archive);
  const tar = extract();
  const feeding = isPacked ? pipeline(source, createGunzip(), tar) : pipeline(source, tar);
  // What goes wrong in it ends the loop below, too. No waiting between: the loop would not hear of an end before it.
  feeding.catch(() => undefined);
  let [entries, unpacked] = [0, 0];
  try {
    for await (const entry of tar) {
      const path = entry.header.name.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
      entries += 1;
      unpacked += entry.header.size ?? 0;
      if (entries > maxEntries)
        throw new UnreadableError(`The archive has more than ${maxEntries.toLocaleString('en')} entries.`);
      const bomb = unpacked > maxBytes ? getTooLargeReason(unpacked, size) : getBombReason(unpacked, size);
      if (bomb) throw new UnreadableError(bomb);
      const { type } = entry.header;
      const isFile = type === 'file' || type === 'contiguous-file';
      const reason =
        getTraversalReason(path) ?? (type === 'symlink' || type === 'link' ? 'Links in archives are not supported.' : null);
      if (reason) yield { path, reason };
      if (reason || !isFile || !wants(path)) {
        entry.resume();
        continue;
      }
      const file = join(folder, String(entries));
      await pipeline(entry, createWriteStream(file, { mode: 0o600 }));
      yield { path, size: entry.header.size ?? 0, file };
    }
    await feeding;
  } catch (error) {
    throw unreadable(error);
  } finally {
    tar.destroy();
    source.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { start: 0, end: 1 })) {
    const [first, second] = chunk as Buffer;
    return first === 0x1f && second === 0x8b;
  }
  return false;
}

/** A full disk is not the archive's fault. */
function unreadable(error: unknown): unknown {
  if (error instanceof UnreadableError || /^(ENOSPC|EDQUOT|EIO|EMFILE|EACCES)$/.test(getErrorCode(error))) return error;
  return new UnreadableError(`Incomplete or damaged tar: ${getErrorMessage(error)}.`);
}
