import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack, type Entry } from 'tar-stream';

/** Thrown if a backup is damaged or cannot be written or restored. The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A list of checksums is written after this number of entries, so that a check need not keep all checksums in memory. */
const ENTRIES_PER_CHECKSUM_LIST = 10_000;
/** Name prefix of the entries that contain checksums. */
const CHECKSUM_PREFIX = 'sums/';
/** Name of the last entry. If the entry exists, the archive is complete. */
const END_ENTRY_NAME = 'end.json';

/** Adds entries to an archive. The size of an entry must be known in advance. */
export interface ArchiveWriter {
  add: (name: string, content: Buffer | AsyncIterable<Uint8Array>, size: number) => Promise<void>;
}

/**
 * Writes a tar archive with a SHA-256 of each entry and an end marker. The archive gets its final name when it is complete. Only the owner
 * of the file can read the archive, because it contains password hashes and secrets.
 */
export async function writeArchive(path: string, writeEntries: (archive: ArchiveWriter) => Promise<object>): Promise<void> {
  const draftPath = `${path}.part`;
  const tar = pack();
  const draftStream = createWriteStream(draftPath, { flags: 'wx', mode: 0o600, flush: true });
  const archiveDone = pipeline(tar, draftStream);
  archiveDone.catch(() => undefined);
  let checksumLines: string[] = [];
  let entryCount = 0;
  const addEntry = async (name: string, content: Buffer | AsyncIterable<Uint8Array>, size: number) => {
    const hash = createHash('sha256');
    const entry = tar.entry({ name, size, mode: 0o600 });
    await Promise.race([
      pipeline(withHash(content, hash), entry),
      archiveDone.then(() => Promise.reject(new BackupError('The backup was interrupted.'))),
    ]);
    return hash.digest('hex');
  };
  const flush = async () => {
    if (checksumLines.length === 0) return;
    const checksumList = Buffer.from(checksumLines.join(''));
    checksumLines = [];
    await addEntry(`${CHECKSUM_PREFIX}${entryCount}`, checksumList, checksumList.length);
  };
  try {
    const endData = await writeEntries({
      add: async (name, content, size) => {
        checksumLines.push(`${await addEntry(name, content, size)}  ${name}\n`);
        entryCount += 1;
        if (checksumLines.length === ENTRIES_PER_CHECKSUM_LIST) await flush();
      },
    });
    await flush();
    const endBytes = Buffer.from(JSON.stringify({ ...endData, entries: entryCount }));
    await addEntry(END_ENTRY_NAME, endBytes, endBytes.length);
    tar.finalize();
    await archiveDone;
    await rename(draftPath, path);
  } catch (error) {
    tar.destroy();
    await rm(draftPath, { force: true });
    throw error;
  }
}

/** Yields the chunks unchanged and adds them to the hash. */
async function* withHash(content: Buffer | AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Reads the complete archive and throws BackupError if it is damaged or truncated. Returns the data of the end marker. */
export async function checkArchive(path: string): Promise<Record<string, unknown>> {
  const expectedHashes = new Map<string, string>();
  let endData: Record<string, unknown> | null = null;
  let entryCount = 0;
  await forEachEntry(path, async (name, content) => {
    if (name === END_ENTRY_NAME) endData = JSON.parse(await text(content)) as Record<string, unknown>;
    else if (name.startsWith(CHECKSUM_PREFIX)) {
      const checksumList = await text(content);
      for (const line of checksumList.split('\n').slice(0, -1)) {
        const [checksum = '', entryName = ''] = line.split('  ');
        if (expectedHashes.get(entryName) !== checksum)
          throw new BackupError(`The backup is damaged: ${entryName} has a wrong checksum.`);
        expectedHashes.delete(entryName);
      }
    } else {
      const hash = createHash('sha256');
      for await (const chunk of content) hash.update(chunk);
      expectedHashes.set(name, hash.digest('hex'));
      entryCount += 1;
    }
  }).catch((error: unknown) => {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new BackupError(`The backup cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  const { entries } = (endData ?? {}) as { entries?: number };
  if (!endData || expectedHashes.size > 0 || entries !== entryCount)
    throw new BackupError('The backup is incomplete: its end is missing.');
  return endData;
}

/** Calls `work` for each entry in order. Content that `work` does not read is skipped. */
export async function forEachEntry(path: string, work: (name: string, content: Entry) => Promise<void>): Promise<void> {
  const tar = extract();
  const extraction = pipeline(createReadStream(path), tar);
  extraction.catch(() => undefined);
  for await (const entry of tar) {
    await work(entry.header.name, entry);
    entry.resume();
  }
  await extraction;
}
