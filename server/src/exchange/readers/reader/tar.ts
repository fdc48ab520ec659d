import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { getErrorCode, getErrorMessage, UnreadableError } from './reader';
import { getBombReason, getTraversalReason, getTooLargeReason, type RejectedEntry } from './zip';

interface TarEntry {
  path: string;
  size: number;
  /** The path of the unpacked file. */
  file: string;
}

interface UnpackOptions {
  /** Where entries are unpacked. Created if it does not exist. */
  folder: string;
  /** Whether an entry with this path is unpacked. */
  isWanted: (path: string) => boolean;
  maxEntries: number;
  /** The limit for the total size of the unpacked files. */
  maxBytes: number;
  /** The size of the archive in bytes, for the detection of zip bombs. */
  size: number;
}

/**
 * Unpacks a tar, with or without gzip, to files named by their number, so that an archive cannot choose paths. Links and paths that lead
 * out of the archive are rejected. Throws UnreadableError for a tar that is invalid or truncated, or that unpacks to far more than its
 * size.
 */
export async function* unpackTar(
  archive: string,
  { folder, isWanted, maxEntries, maxBytes, size }: UnpackOptions,
): AsyncGenerator<TarEntry | RejectedEntry> {
  const isCompressed = /\.(tgz|gz)$/i.test(archive) || (await isGzip(archive));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const archiveStream = createReadStream(archive);
  const tar = extract();
  const unpacking = isCompressed ? pipeline(archiveStream, createGunzip(), tar) : pipeline(archiveStream, tar);
  // Errors of this promise also end the loop below, which reports them. Do not await anything before the loop: the loop would miss an early
  // end.
  unpacking.catch(() => undefined);
  let [entryCount, unpackedBytes] = [0, 0];
  try {
    for await (const tarEntry of tar) {
      const path = tarEntry.header.name.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
      entryCount += 1;
      unpackedBytes += tarEntry.header.size ?? 0;
      if (entryCount > maxEntries)
        throw new UnreadableError(`The archive has more than ${maxEntries.toLocaleString('en')} entries.`);
      const rejection = unpackedBytes > maxBytes ? getTooLargeReason(unpackedBytes, size) : getBombReason(unpackedBytes, size);
      if (rejection) throw new UnreadableError(rejection);
      const { type } = tarEntry.header;
      const isFile = type === 'file' || type === 'contiguous-file';
      const reason =
        getTraversalReason(path) ?? (type === 'symlink' || type === 'link' ? 'Links in archives are not supported.' : null);
      if (reason) yield { path, reason };
      if (reason || !isFile || !isWanted(path)) {
        tarEntry.resume();
        continue;
      }
      const file = join(folder, String(entryCount));
      await pipeline(tarEntry, createWriteStream(file, { mode: 0o600 }));
      yield { path, size: tarEntry.header.size ?? 0, file };
    }
    await unpacking;
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    tar.destroy();
    archiveStream.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { start: 0, end: 1 })) {
    const [firstByte, secondByte] = chunk as Buffer;
    return firstByte === 0x1f && secondByte === 0x8b;
  }
  return false;
}

/** Converts an error to an UnreadableError, except errors of the disk, which the archive does not cause. */
function toUnreadable(error: unknown): unknown {
  if (error instanceof UnreadableError || /^(ENOSPC|EDQUOT|EIO|EMFILE|EACCES)$/.test(getErrorCode(error))) return error;
  return new UnreadableError(`Incomplete or damaged tar: ${getErrorMessage(error)}.`);
}
