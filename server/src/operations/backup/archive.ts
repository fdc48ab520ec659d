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
const CHECKSUMS = 'sums/';
/** Name of the last entry. If the entry exists, the archive is complete. */
const END = 'end.json';

/** Adds entries to an archive. The size of an entry must be known in advance. */
export interface ArchiveWriter {
  add: (name: string, content: Buffer | AsyncIterable<Uint8Array>, size: number) => Promise<void>;
}

/**
 * Writes a tar archive with a SHA-256 of each entry and an end marker. The archive gets its final name when it is complete. Only the owner
 * of the file can read the archive, because it contains password hashes and secrets.
 */
export async function writeArchive(path: string, work: (archive: ArchiveWriter) => Promise<object>): Promise<void> {
  const draft = `${path}.part`;
  const tar = pack();
  const draftStream = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const archiveDone = pipeline(tar, draftStream);
  archiveDone.catch(() => undefined);
  let sums: string[] = [];
  let count = 0;
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
    if (sums.length === 0) return;
    const list = Buffer.from(sums.join(''));
    sums = [];
    await addEntry(`${CHECKSUMS}${count}`, list, list.length);
  };
  try {
    const end = await work({
      add: async (name, content, size) => {
        sums.push(`${await addEntry(name, content, size)}  ${name}\n`);
        count += 1;
        if (sums.length === ENTRIES_PER_CHECKSUM_LIST) await flush();
      },
    });
    await flush();
    const last = Buffer.from(JSON.stringify({ ...end, entries: count }));
    await addEntry(END, last, last.length);
    tar.finalize();
    await archiveDone;
    await rename(draft, path);
  } catch (error) {
    tar.destroy();
    await rm(draft, { force: true });
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
  const unchecked = new Map<string, string>();
  let end: Record<string, unknown> | null = null;
  let count = 0;
  await forEachEntry(path, async (name, content) => {
    if (name === END) end = JSON.parse(await text(content)) as Record<string, unknown>;
    else if (name.startsWith(CHECKSUMS)) {
      const list = await text(content);
      for (const line of list.split('\n').slice(0, -1)) {
        const [checksum = '', entryName = ''] = line.split('  ');
        if (unchecked.get(entryName) !== checksum)
          throw new BackupError(`The backup is damaged: ${entryName} has a wrong checksum.`);
        unchecked.delete(entryName);
      }
    } else {
      const hash = createHash('sha256');
      for await (const chunk of content) hash.update(chunk);
      unchecked.set(name, hash.digest('hex'));
      count += 1;
    }
  }).catch((error: unknown) => {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new BackupError(`The backup cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  const { entries } = (end ?? {}) as { entries?: number };
  if (!end || unchecked.size > 0 || entries !== count) throw new BackupError('The backup is incomplete: its end is missing.');
  return end;
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
