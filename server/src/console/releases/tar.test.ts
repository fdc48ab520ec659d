import { gzipSync } from 'node:zlib';
import { filesOfTar, tarOf } from './tar';

const BLOCK = 512;
const read = async (archive: Buffer) =>
  Object.fromEntries([...(await filesOfTar(archive))].map(([name, content]) => [name, content.toString()]));
const tarWith = (name: string, content = 'x') => tarOf(new Map([[name, Buffer.from(content)]]));

/** Changes the header of the first file, with the right sum of it. */
function changed(archive: Buffer, at: number, bytes: string | Buffer): Buffer {
  const tar = Buffer.from(archive);
  tar.fill(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'), at, at + bytes.length);
  tar.write('        ', 148);
  const sum = tar.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return tar;
}
/** A number as base-256, two's complement: how tar writes what octal digits cannot say. */
function base256(value: bigint): Buffer {
  const bytes = Buffer.alloc(12, value < 0n ? 0xff : 0);
  bytes.writeBigInt64BE(value, 4);
  bytes[0] = value < 0n ? 0xff : 0x80;
  return bytes;
}

it('reads what it wrote, gzipped or not, with empty files and names longer than a header has room for', async () => {
  const long = `${'chunk-'.repeat(24)}.js`;
  const tar = await tarOf(
    new Map([
      ['entry.js', Buffer.from('code')],
      ['empty.css', Buffer.alloc(0)],
      [long, Buffer.from('x'.repeat(3000))],
    ]),
  );
  const files = { 'entry.js': 'code', 'empty.css': '', [long]: 'x'.repeat(3000) };
  expect(await read(tar)).toEqual(files);
  expect(await read(gzipSync(tar))).toEqual(files);
});

it.each([
  ['a size below zero', async () => changed(await tarWith('page.js'), 124, base256(-512n)), 'page.js has no size'],
  ['a size of one below zero', async () => changed(await tarWith('page.js'), 124, base256(-1n)), 'page.js has no size'],
  ['a size without digits', async () => changed(await tarWith('page.js'), 124, 'abcdefghijk\0'), 'page.js has no size'],
  ['a size that nothing has', async () => changed(await tarWith('page.js'), 124, base256(2n ** 60n)), 'page.js has no size'],
  ['more bytes said than there are', async () => changed(await tarWith('page.js'), 124, '00000077777\0'), 'Unexpected end'],
  ['a symbolic link', async () => changed(await tarWith('page.js'), 156, '2/etc/passwd'), 'plain files alone, not page.js'],
  ['a hard link', async () => changed(await tarWith('page.js'), 156, '1/etc/passwd'), 'plain files alone, not page.js'],
  ['a device', async () => changed(await tarWith('page.js'), 156, '3'), 'plain files alone, not page.js'],
  ['a folder', () => tarWith('pages/page.js'), 'plain files alone, not pages/page.js'],
  ['a path that climbs', () => tarWith('../page.js'), 'plain files alone, not ../page.js'],
  ['an absolute path', () => tarWith('/etc/page.js'), 'plain files alone, not /etc/page.js'],
  ['a hidden file', () => tarWith('.page.js'), 'plain files alone, not .page.js'],
  ['a header with another sum', async () => Buffer.from(await tarWith('page.js')).fill('y', 0, 1), 'Invalid tar header'],
  [
    'a name twice',
    async () => Buffer.concat([(await tarWith('page.js')).subarray(0, 1024), await tarWith('page.js')]),
    'page.js twice',
  ],
  [
    'thousands of files',
    () => tarOf(new Map(Array.from({ length: 2001 }, (_, n) => [`${n}.js`, Buffer.alloc(0)]))),
    'more than 2000 files',
  ],
  ['a bomb', async () => gzipSync(await tarWith('page.js', '0'.repeat(100_000_001))), 'more than 100 MB unpacked'],
  ['half of a gzip', async () => gzipSync(await tarWith('page.js')).subarray(0, 40), 'cannot be unpacked'],
  ['nothing', async () => Buffer.alloc(0), 'The archive has no files.'],
  ['text', async () => Buffer.from('nothing'), 'cannot be unpacked'],
])('refuses %s', async (_what, archive: () => Promise<Buffer>, message) => {
  await expect(filesOfTar(await archive())).rejects.toThrow(message);
});

it('takes the folder itself, as tar -C FOLDER . writes it', async () => {
  const itself = changed((await tarWith('./', '')).subarray(0, BLOCK), 156, '5');
  expect(await read(Buffer.concat([itself, await tarWith('./page.js')]))).toEqual({ 'page.js': 'x' });
});
