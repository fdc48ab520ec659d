import { PassThrough, type Readable } from 'node:stream';
import { getFileNameLowLevel, open, Entry, type ZipFile } from 'yauzl';
import { getErrorCode, getErrorMessage, UnreadableError } from './reader';

/** An entry of a zip on the local disk, by what its directory says. */
export interface ZipEntryLocation {
  zip: string;
  /** Of its header, from the beginning of the file. */
  at: number;
  packed: number;
  size: number;
  method: number;
}

export interface ZipEntry {
  path: string;
  place: ZipEntryLocation;
}

/** An entry that is passed over, with its reason. */
export interface RejectedEntry {
  path: string;
  reason: string;
}

const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** Of a link, in the mode that Unix writes. */
const LINK = 0o120_000;
const TYPE = 0o170_000;
/** Text packs to a twentieth; zeros to a thousandth. */
const MAX_COMPRESSION_RATIO = 300;
const SMALL = 20_000_000;

/** Why a file that unpacks to so much is not opened. */
export function getBombReason(size: number, packed: number): string | null {
  if (size <= SMALL || size <= packed * MAX_COMPRESSION_RATIO) return null;
  return `Unpacks to ${Math.round(size / Math.max(1, packed)).toLocaleString('en')} times its size, which no image or text does.`;
}

/** Why an archive is not unpacked that exceeds what one import may unpack to. */
export function getTooLargeReason(size: number, packed: number): string {
  const [unpacked, sent] = [size, packed].map((bytes) => (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 0 }));
  return `Unpacks to ${unpacked} MB from ${sent} MB, more than the limit of one import. Split the files into several imports.`;
}

/** Why a path of an archive is not followed. */
export function getTraversalReason(path: string): string | null {
  const climbs = path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..');
  return climbs ? 'The path leads out of the archive.' : null;
}

/** Bytes of the header before an entry, without its name. */
const HEADER_BYTES = 30;

/**
 * The entries of a zip in the order of its directory, of which nothing is unpacked. Those that are links, encrypted, climb out of it or
 * unpack to far more than they are come as refused. Throws UnreadableError when it is no zip, is cut off, or has entries that overlap.
 */
export async function listZipEntries(path: string, most: number): Promise<(ZipEntry | RejectedEntry)[]> {
  const zip = await openZip(path);
  const entries: (ZipEntry | RejectedEntry)[] = [];
  const spans: Span[] = [];
  try {
    if (zip.entryCount > most)
      throw new UnreadableError(
        `It has ${zip.entryCount.toLocaleString('en')} entries; an import takes ${most.toLocaleString('en')}.`,
      );
    for await (const entry of zip.eachEntry()) {
      const name = decodeEntryName(entry);
      const at = entry.relativeOffsetOfLocalHeader;
      spans.push({ at, end: at + HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize });
      if (name.endsWith('/')) continue;
      const reason = reasonAgainst(entry, name);
      const { compressedSize: packed, uncompressedSize: size, compressionMethod: method } = entry;
      entries.push(reason ? { path: name, reason } : { path: name, place: { zip: path, at, packed, size, method } });
    }
    refuseOverlaps(spans);
    return entries;
  } catch (error) {
    throw unreadable(error);
  } finally {
    zip.close();
  }
}

/** The bytes of a zip that an entry takes at least. */
interface Span {
  at: number;
  end: number;
}

/** Entries that share their bytes unpack to any size, however small the archive. No tool writes them. */
function refuseOverlaps(spans: Span[]): void {
  spans.sort((a, b) => a.at - b.at);
  let end = 0;
  for (const span of spans) {
    if (span.at < end) throw new UnreadableError('The entries of the archive overlap. It is damaged or malicious.');
    end = span.end;
  }
}

/** Names are read without yauzl's own check, which ends the whole zip at the first that climbs. */
function decodeEntryName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false).replaceAll('\\', '/');
}

function reasonAgainst(entry: Entry, name: string): string | null {
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & TYPE) === LINK) return 'Links in archives are not supported.';
  if (entry.generalPurposeBitFlag & ENCRYPTED) return 'The entry is encrypted.';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return 'The compression method is not supported.';
  return getTraversalReason(name) ?? getBombReason(entry.uncompressedSize, entry.compressedSize);
}

/** The unpacked bytes of an entry; what unpacks to another size than its directory says ends with an error. */
export async function openZipEntry({ zip: path, at, packed, size, method }: ZipEntryLocation): Promise<Readable> {
  const zip = await openZip(path);
  const entry = Object.assign(Object.create(Entry.prototype) as Entry, {
    ...{ relativeOffsetOfLocalHeader: at, compressedSize: packed, uncompressedSize: size, compressionMethod: method },
    ...{ generalPurposeBitFlag: 0, extraFields: [] },
  });
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        zip.close();
        return reject(unreadable(error));
      }
      // Closes the zip and gives its errors as those of the file.
      const content = new PassThrough();
      stream.on('error', (each) => content.destroy(unreadable(each)));
      content.once('close', () => {
        stream.destroy();
        zip.close();
      });
      return resolve(stream.pipe(content));
    });
  });
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(unreadable(error)) : resolve(zip),
    );
  });
}

/** yauzl says what is wrong with a zip in errors without a code; those with one are the disk's. */
function unreadable(error: unknown): Error {
  if (error instanceof UnreadableError) return error;
  const code = getErrorCode(error);
  if (code === 'ENOENT') return new UnreadableError('The file is not on the disk of this server.');
  if (code !== '' && !/^(Z_|ERR_)/.test(code)) return error as Error;
  return new UnreadableError(`Incomplete or damaged zip: ${getErrorMessage(error).replace(/\.$/, '')}.`);
}
