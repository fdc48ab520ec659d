import { PassThrough, type Readable } from 'node:stream';
import { getFileNameLowLevel, openPromise, Entry, type ZipFile } from 'yauzl';
import { getErrorCode, getErrorMessage, UnreadableError } from './reader';

/** An entry of a zip on the local disk, as its central directory describes it. Stored as JSON in rows of imports. */
export interface ZipEntryLocation {
  zip: string;
  /** The offset of the entry's local header in the file. */
  at: number;
  packed: number;
  size: number;
  method: number;
}

export interface ZipEntry {
  path: string;
  place: ZipEntryLocation;
}

/** An entry that is skipped. */
export interface RejectedEntry {
  path: string;
  reason: string;
}

const ENCRYPTED_FLAG = 1;
const STORED_METHOD = 0;
const DEFLATED_METHOD = 8;
/** File type bits of a Unix mode: symbolic link, and the mask of all types. */
const LINK_TYPE = 0o120_000;
const TYPE_MASK = 0o170_000;
/** Maximum ratio of the unpacked to the packed size. Text compresses to a twentieth of its size, zeros to a thousandth. */
const MAX_COMPRESSION_RATIO = 300;
/** Files up to this size are never treated as zip bombs. */
const MAX_UNCHECKED_BYTES = 20_000_000;

/** Returns why a file that unpacks to `unpackedBytes` from `packedBytes` is a zip bomb, or null. */
export function getBombReason(unpackedBytes: number, packedBytes: number): string | null {
  if (unpackedBytes <= MAX_UNCHECKED_BYTES || unpackedBytes <= packedBytes * MAX_COMPRESSION_RATIO) return null;
  return `Unpacks to ${Math.round(unpackedBytes / Math.max(1, packedBytes)).toLocaleString('en')} times its size, which no image or text does.`;
}

/** Returns why an archive exceeds the limit for the unpacked files of an import. */
export function getTooLargeReason(unpackedBytes: number, packedBytes: number): string {
  const [unpackedSize, packedSize] = [unpackedBytes, packedBytes].map((bytes) =>
    (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 0 }),
  );
  return `Unpacks to ${unpackedSize} MB from ${packedSize} MB, more than the limit of one import. Split the files into several imports.`;
}

/** Returns why a path in an archive is rejected, or null. */
export function getTraversalReason(path: string): string | null {
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..');
  return isOutside ? 'The path leads out of the archive.' : null;
}

/** The size of a local header without the name. */
const HEADER_BYTES = 30;

/**
 * Lists the entries of a zip without unpacking them. Links, encrypted entries, path traversals and zip bombs are rejected. Throws
 * UnreadableError for an invalid or truncated zip, overlapping entries, or more than `maxEntries`.
 */
export async function listZipEntries(path: string, maxEntries: number): Promise<(ZipEntry | RejectedEntry)[]> {
  const zip = await openZip(path);
  const entries: (ZipEntry | RejectedEntry)[] = [];
  const byteRanges: ByteRange[] = [];
  try {
    if (zip.entryCount > maxEntries)
      throw new UnreadableError(
        `The archive has ${zip.entryCount.toLocaleString('en')} entries. The limit of an import is ${maxEntries.toLocaleString('en')}.`,
      );
    for await (const zipEntry of zip.eachEntry()) {
      const name = decodeEntryName(zipEntry);
      const offset = zipEntry.relativeOffsetOfLocalHeader;
      byteRanges.push({ start: offset, end: offset + HEADER_BYTES + zipEntry.fileNameRaw.length + zipEntry.compressedSize });
      if (name.endsWith('/')) continue;
      const reason = getRejectReason(zipEntry, name);
      const { compressedSize: packed, uncompressedSize: size, compressionMethod: method } = zipEntry;
      entries.push(reason ? { path: name, reason } : { path: name, place: { zip: path, at: offset, packed, size, method } });
    }
    rejectOverlaps(byteRanges);
    return entries;
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    zip.close();
  }
}

/** The byte range that an entry in a zip needs at least. */
interface ByteRange {
  start: number;
  end: number;
}

/** Overlapping entries let a small archive unpack to any size. No tool writes them. */
function rejectOverlaps(byteRanges: ByteRange[]): void {
  byteRanges.sort((a, b) => a.start - b.start);
  let end = 0;
  for (const byteRange of byteRanges) {
    if (byteRange.start < end) throw new UnreadableError('The entries of the archive overlap. It is damaged or malicious.');
    end = byteRange.end;
  }
}

/** Decodes a name without yauzl's check, which would reject the complete zip at the first path traversal. */
function decodeEntryName(entry: Entry): string {
  const rawName = entry.fileNameRaw;
  return getFileNameLowLevel(entry.generalPurposeBitFlag, rawName, entry.extraFields, false).replaceAll('\\', '/');
}

function getRejectReason(entry: Entry, name: string): string | null {
  const unixMode = entry.externalFileAttributes >>> 16;
  if ((unixMode & TYPE_MASK) === LINK_TYPE) return 'Links in archives are not supported.';
  if (entry.generalPurposeBitFlag & ENCRYPTED_FLAG) return 'The entry is encrypted.';
  if (entry.compressionMethod !== STORED_METHOD && entry.compressionMethod !== DEFLATED_METHOD)
    return 'The compression method is not supported.';
  return getTraversalReason(name) ?? getBombReason(entry.uncompressedSize, entry.compressedSize);
}

/** Streams the unpacked bytes of an entry. Fails if their size differs from the size in the directory. */
export async function openZipEntry({
  zip: path,
  at: localHeaderOffset,
  packed: compressedSize,
  size,
  method,
}: ZipEntryLocation): Promise<Readable> {
  const zip = await openZip(path);
  const zipEntry = Object.assign(Object.create(Entry.prototype) as Entry, {
    relativeOffsetOfLocalHeader: localHeaderOffset,
    compressedSize: compressedSize,
    uncompressedSize: size,
    compressionMethod: method,
    generalPurposeBitFlag: 0,
    extraFields: [],
  });
  try {
    const stream = await zip.openReadStreamPromise(zipEntry);
    // Closing this stream also closes the zip. `toUnreadable` converts the errors of the zip.
    const content = new PassThrough();
    stream.on('error', (error) => content.destroy(toUnreadable(error)));
    content.once('close', () => {
      stream.destroy();
      zip.close();
    });
    return stream.pipe(content);
  } catch (error) {
    zip.close();
    throw toUnreadable(error);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true };
  return openPromise(path, options).catch((error: unknown) => {
    throw toUnreadable(error);
  });
}

/** Converts an error to an UnreadableError. yauzl's own errors have no code; errors with a code come from the disk. */
function toUnreadable(error: unknown): Error {
  if (error instanceof UnreadableError) return error;
  const code = getErrorCode(error);
  if (code === 'ENOENT') return new UnreadableError('The file is not on the disk of this server.');
  if (code !== '' && !/^(Z_|ERR_)/.test(code)) return error as Error;
  return new UnreadableError(`Incomplete or damaged zip: ${getErrorMessage(error).replace(/\.$/, '')}.`);
}
