import { gzipSync } from 'node:zlib';
import { readTar, writeTar } from './tar';

const TAR_BLOCK_SIZE = 512;
const readArchive = async (archive: Buffer) =>
  Object.fromEntries([...(await readTar(archive))].map(([name, content]) => [name, content.toString()]));
const createTar = (name: string, content = 'x') => writeTar(new Map([[name, Buffer.from(content)]]));

/** Changes the header of the first file and updates its checksum. */
function changeHeader(archive: Buffer, offset: number, bytes: string | Buffer): Buffer {
  const tar = Buffer.from(archive);
  tar.fill(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'), offset, offset + bytes.length);
  tar.write('        ', 148);
  const checksum = tar.subarray(0, TAR_BLOCK_SIZE).reduce((total, byte) => total + byte, 0);
  tar.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return tar;
}
/** Encodes a number as base-256 in two's complement, which tar uses for numbers that octal digits cannot represent. */
function encodeBase256(value: bigint): Buffer {
  const bytes = Buffer.alloc(12, value < 0n ? 0xff : 0);
  bytes.writeBigInt64BE(value, 4);
  bytes[0] = value < 0n ? 0xff : 0x80;
  return bytes;
}

it('reads its own archives, gzipped or not, with empty files and long names', async () => {
  const longName = `${'chunk-'.repeat(24)}.js`;
  const tar = await writeTar(
    new Map([
      ['entry.js', Buffer.from('code')],
      ['empty.css', Buffer.alloc(0)],
      [longName, Buffer.from('x'.repeat(3000))],
    ]),
  );
  const files = { 'entry.js': 'code', 'empty.css': '', [longName]: 'x'.repeat(3000) };
  expect(await readArchive(tar)).toEqual(files);
  expect(await readArchive(gzipSync(tar))).toEqual(files);
});

it.each([
  [
    'a negative size',
    async () => changeHeader(await createTar('page.js'), 124, encodeBase256(-512n)),
    'page.js has an invalid size',
  ],
  ['a size of -1', async () => changeHeader(await createTar('page.js'), 124, encodeBase256(-1n)), 'page.js has an invalid size'],
  [
    'a size without digits',
    async () => changeHeader(await createTar('page.js'), 124, 'abcdefghijk\0'),
    'page.js has an invalid size',
  ],
  [
    'an impossibly large size',
    async () => changeHeader(await createTar('page.js'), 124, encodeBase256(2n ** 60n)),
    'page.js has an invalid size',
  ],
  [
    'a size larger than the archive',
    async () => changeHeader(await createTar('page.js'), 124, '00000077777\0'),
    'Unexpected end',
  ],
  [
    'a symbolic link',
    async () => changeHeader(await createTar('page.js'), 156, '2/etc/passwd'),
    'only contain plain files, not page.js',
  ],
  [
    'a hard link',
    async () => changeHeader(await createTar('page.js'), 156, '1/etc/passwd'),
    'only contain plain files, not page.js',
  ],
  ['a device', async () => changeHeader(await createTar('page.js'), 156, '3'), 'only contain plain files, not page.js'],
  ['a folder', () => createTar('pages/page.js'), 'only contain plain files, not pages/page.js'],
  ['a path to a parent folder', () => createTar('../page.js'), 'only contain plain files, not ../page.js'],
  ['an absolute path', () => createTar('/etc/page.js'), 'only contain plain files, not /etc/page.js'],
  ['a hidden file', () => createTar('.page.js'), 'only contain plain files, not .page.js'],
  ['a header with a wrong checksum', async () => Buffer.from(await createTar('page.js')).fill('y', 0, 1), 'Invalid tar header'],
  [
    'a name twice',
    async () => Buffer.concat([(await createTar('page.js')).subarray(0, 1024), await createTar('page.js')]),
    'page.js twice',
  ],
  [
    'thousands of files',
    () => writeTar(new Map(Array.from({ length: 2001 }, (_, n) => [`${n}.js`, Buffer.alloc(0)]))),
    'more than 2000 files',
  ],
  [
    'a decompression bomb',
    async () => gzipSync(await createTar('page.js', '0'.repeat(100_000_001)), { level: 1 }),
    'more than 100 MB unpacked',
  ],
  ['a truncated gzip', async () => gzipSync(await createTar('page.js')).subarray(0, 40), 'cannot be unpacked'],
  ['nothing', async () => Buffer.alloc(0), 'The archive has no files.'],
  ['text', async () => Buffer.from('nothing'), 'cannot be unpacked'],
])('refuses %s', async (_what, archive: () => Promise<Buffer>, message) => {
  await expect(readTar(await archive())).rejects.toThrow(message);
});

it('accepts the entry of the folder itself, which tar -C FOLDER . writes', async () => {
  const folderEntry = changeHeader((await createTar('./', '')).subarray(0, TAR_BLOCK_SIZE), 156, '5');
  expect(await readArchive(Buffer.concat([folderEntry, await createTar('./page.js')]))).toEqual({ 'page.js': 'x' });
});
