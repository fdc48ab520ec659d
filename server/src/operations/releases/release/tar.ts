import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ReleaseError } from '@console/shared-contract/federation';
import { extract, type Headers, pack } from 'tar-stream';

/** Protects against decompression bombs: a few kB can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 100_000_000;
const MAX_FILES = 2000;
const MAX_NAME_LENGTH = 200;
const FLAT_FILE_NAME = /^[\w-][\w.-]*$/;

/** Creates a stream that fails if it exceeds a number of bytes. */
function createByteLimit(bytes: number): Transform {
  let byteCount = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      byteCount += chunk.length;
      if (byteCount > bytes) done(new ReleaseError(`The archive has more than ${bytes / 1_000_000} MB unpacked.`));
      else done(null, chunk);
    },
  });
}

const isGzip = (archive: Buffer): boolean => archive[0] === 0x1f && archive[1] === 0x8b;

/** Returns the name of a plain file without folders. @throws ReleaseError for any other entry */
function getFileName({ name, type }: Headers): string {
  const fileName = name.replace(/^\.\//, '');
  if (type === 'file' && fileName.length <= MAX_NAME_LENGTH && FLAT_FILE_NAME.test(fileName)) return fileName;
  throw new ReleaseError(`The archive may only contain plain files, not ${name.slice(0, MAX_NAME_LENGTH)}.`);
}

const isRootEntry = ({ name, type }: Headers): boolean => type === 'directory' && /^\.?\/?$/.test(name);

/**
 * Reads the files of a tar archive, gzipped or not, by name. A release is one folder without subfolders, so only plain files
 * are accepted. @throws ReleaseError
 */
export async function readTar(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const entries = extract();
  const unzip = isGzip(archive) ? [createGunzip()] : [];
  const extraction = pipeline([
    Readable.from([archive], { objectMode: false }),
    ...unzip,
    createByteLimit(MAX_UNPACKED_BYTES),
    entries,
  ]);
  // A failure of the pipeline also ends the iteration over entries, which reports it.
  extraction.catch(() => undefined);
  try {
    for await (const tarEntry of entries) {
      const { header } = tarEntry;
      if (isRootEntry(header)) {
        tarEntry.resume();
        continue;
      }
      const name = getFileName(header);
      // The library accepts negative sizes, which base-256 numbers can have, and parses -1 as -0.
      if (!Number.isSafeInteger(header.size) || Number(header.size) < 0 || Object.is(header.size, -0))
        throw new ReleaseError(`${name} has an invalid size.`);
      if (files.has(name)) throw new ReleaseError(`The archive has ${name} twice.`);
      if (files.size === MAX_FILES) throw new ReleaseError(`The archive has more than ${MAX_FILES} files.`);
      files.set(name, await buffer(tarEntry));
    }
    await extraction;
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(`The archive cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (files.size === 0) throw new ReleaseError('The archive has no files.');
  return files;
}

/** Creates a tar archive of files without folders. */
export async function writeTar(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const archive = pack();
  const archivePromise = buffer(archive);
  for (const [name, content] of files) archive.entry({ name, mtime: new Date(0) }, Buffer.from(content));
  archive.finalize();
  return archivePromise;
}
