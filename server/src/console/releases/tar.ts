import { gunzipSync } from 'node:zlib';
import { ReleaseError } from '@console/shared-contract/federation';

const BLOCK = 512;
/** A bomb of a few kB unpacks to gigabytes. */
const MAX_UNPACKED = 100_000_000;
const FLAT_NAME = /^[\w-][\w.-]*$/;

function field(header: Buffer, start: number, length: number): string {
  return header
    .toString('utf8', start, start + length)
    .replace(/\0.*$/s, '')
    .trim();
}

function unzipped(archive: Buffer): Buffer {
  if (archive[0] !== 0x1f || archive[1] !== 0x8b) return archive;
  try {
    return gunzipSync(archive, { maxOutputLength: MAX_UNPACKED });
  } catch {
    throw new ReleaseError('The archive cannot be unpacked.');
  }
}

/**
 * The files of a tar archive, gzipped or not, by name. A release is one folder without folders in it, so anything else
 * than plain files there is refused. @throws ReleaseError
 */
export function filesOfTar(archive: Buffer): Map<string, Buffer> {
  const tar = unzipped(archive);
  const files = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK);
    if (header[0] === 0) break;
    const name = field(header, 0, 100).replace(/^\.\//, '');
    const size = parseInt(field(header, 124, 12), 8);
    const type = field(header, 156, 1) || '0';
    if (!Number.isInteger(size) || at + BLOCK + size > tar.length) throw new ReleaseError('The archive is not a whole tar file.');
    const isItself = type === '5' && name === '';
    // Extended headers hold times and owners, which are of no use here; a name too long for tar is refused below.
    const isExtended = type === 'x' || type === 'g';
    if (!isItself && !isExtended) {
      if (type !== '0' || !FLAT_NAME.test(name)) throw new ReleaseError(`The archive may hold plain files alone, not ${name}.`);
      files.set(name, Buffer.from(tar.subarray(at + BLOCK, at + BLOCK + size)));
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (files.size === 0) throw new ReleaseError('The archive has no files.');
  return files;
}

/** A tar archive of these files, to be unpacked into one folder. @throws ReleaseError when a name is too long for it */
export function tarOf(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const blocks = [...files].flatMap(([name, content]) => {
    if (Buffer.byteLength(name) > 100) throw new ReleaseError(`The file name ${name} has more than 100 bytes.`);
    const header = Buffer.alloc(BLOCK);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    // The sum is taken with blanks in its own place.
    header.write(`        0`, 148);
    header.write('ustar\u000000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}
