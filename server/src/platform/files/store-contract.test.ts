import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startS3Server } from '../../testing/s3/s3-server';
import { createDiskStore } from './disk-store';
import { createS3Store } from './s3-store';
import type { FileStore } from './store';

const CONTENT = Buffer.from('0123456789');
const MISSING_KEY = `${'0'.repeat(48)}.png`;

interface OpenStore {
  store: FileStore;
  /** The names of the stored files. */
  listFiles: () => Promise<string[]>;
  close: () => Promise<void>;
}

async function openDiskStore(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'console-store-'));
  const listFiles = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'));
  return { store: createDiskStore(folder), listFiles, close: () => rm(folder, { recursive: true }) };
}

async function openS3Store(): Promise<OpenStore> {
  const server = await startS3Server();
  const { endpoint, bucket } = server.settings;
  const listFiles = async () => (await (await fetch(`${endpoint}/${bucket}?list-type=2`)).text()).match(/<Key>[^<]*/g) ?? [];
  return { store: createS3Store(server.settings), listFiles, close: server.close };
}

describe.each([
  ['the store on disk', openDiskStore],
  ['the store in a bucket', openS3Store],
])('%s', (_name, open) => {
  let openedStore: OpenStore;
  let store: FileStore;
  beforeAll(async () => {
    openedStore = await open();
    ({ store } = openedStore);
  });
  afterAll(() => openedStore.close());
  const readText = async (key: string, range?: { start: number; end: number }) => {
    const stream = await store.open(key, range);
    return stream && (await buffer(stream)).toString();
  };

  it('returns stored bytes under an opaque key', async () => {
    const key = await store.put(CONTENT, 'image/png');
    expect(key).toMatch(/^[0-9a-f]{48}\.png$/);
    expect(await store.put(CONTENT, 'image/png')).not.toBe(key);
    expect(await store.read(key)).toEqual(CONTENT);
    expect(await store.stat(key)).toEqual({ size: 10, contentType: 'image/png' });
  });

  it('streams a complete file or a range of it', async () => {
    const key = await store.put(CONTENT, 'image/jpeg');
    expect(await readText(key)).toBe('0123456789');
    expect(await readText(key, { start: 2, end: 4 })).toBe('234');
    expect(await readText(key, { start: 9, end: 9 })).toBe('9');
  });

  it('stores large files, views into larger buffers and empty files unchanged', async () => {
    const largeBytes = Buffer.alloc(5_000_000, 'some bytes');
    const bytesView = largeBytes.subarray(3, 1_000_003);
    expect((await store.read(await store.put(largeBytes, 'image/tiff')))?.equals(largeBytes)).toBe(true);
    expect((await store.read(await store.put(bytesView, 'image/tiff')))?.equals(bytesView)).toBe(true);
    const emptyKey = await store.put(Buffer.alloc(0), 'application/octet-stream');
    expect([await store.stat(emptyKey), await store.read(emptyKey), await readText(emptyKey)]).toEqual([
      { size: 0, contentType: 'application/octet-stream' },
      Buffer.alloc(0),
      '',
    ]);
  });

  describe('putStream', () => {
    const MAX_BYTES = 30_000_000;
    const CHUNK_SIZE = 65_521;
    const PATTERN_PERIOD = 251;
    const pattern = Buffer.from(
      Uint8Array.from({ length: CHUNK_SIZE + PATTERN_PERIOD }, (_, index) => (index * 31) % PATTERN_PERIOD),
    );
    /** Bytes that vary with their position, in chunks of an odd size. */
    async function* generateChunks(size: number, failurePosition = Infinity): AsyncGenerator<Buffer> {
      for (let position = 0; position < size; position += CHUNK_SIZE) {
        if (position >= failurePosition) throw new Error('the client disconnected');
        yield pattern.subarray(position % PATTERN_PERIOD, (position % PATTERN_PERIOD) + Math.min(CHUNK_SIZE, size - position));
      }
    }
    const createContent = async (size: number) => {
      const chunks: Buffer[] = [];
      for await (const chunk of generateChunks(size)) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    it.each(process.env.LONG ? [0, 10, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 20_000_000] : [0, 10, 8 * 1024 * 1024 + 1])(
      'stores all bytes and returns their count and hash: %p bytes',
      async (size) => {
        const content = await createContent(size);
        const streamedFile = await store.putStream(generateChunks(size), 'image/tiff', MAX_BYTES);
        expect(streamedFile).toEqual({
          key: expect.stringMatching(/^[0-9a-f]{48}\.tif$/),
          size,
          hash: createHash('sha256').update(content).digest('hex'),
        });
        expect((await store.read(streamedFile.key))?.equals(content)).toBe(true);
        expect(await store.stat(streamedFile.key)).toEqual({ size, contentType: 'image/tiff' });
      },
    );

    it.each(process.env.LONG ? [1_000, 9_000_000] : [9_000_000])(
      'leaves no file when its source fails after %p bytes or exceeds the limit',
      async (size) => {
        const filesBefore = await openedStore.listFiles();
        await expect(store.putStream(generateChunks(20_000_000, size), 'image/tiff', MAX_BYTES)).rejects.toThrow(
          'the client disconnected',
        );
        const tooLargeStream = await store
          .putStream(generateChunks(20_000_000), 'image/tiff', size)
          .catch((error: unknown) => error);
        expect(tooLargeStream).toMatchObject({ status: 413 });
        expect(await openedStore.listFiles()).toEqual(filesBefore);
        await expect(store.putStream(generateChunks(10), 'text/html', MAX_BYTES)).rejects.toThrow('text/html');
      },
    );
  });

  it('releases a stream that is not read to its end', async () => {
    const key = await store.put(Buffer.alloc(5_000_000, 1), 'image/tiff');
    const stream = await store.open(key);
    stream?.destroy();
    expect(stream?.destroyed).toBe(true);
    expect(await store.stat(key)).toMatchObject({ size: 5_000_000 });
  });

  it('does not read files outside the store', async () => {
    for (const key of ['../../etc/passwd', '..', '', 'abc.png', MISSING_KEY, `${'0'.repeat(48)}.svg`, `${MISSING_KEY}/../x`]) {
      expect(await store.stat(key)).toBeNull();
      expect(await store.read(key)).toBeNull();
      expect(await store.open(key)).toBeNull();
      await expect(store.delete(key)).resolves.toBeUndefined();
    }
  });

  it('rejects content types that are not stored', async () => {
    await expect(store.put(CONTENT, 'text/html')).rejects.toThrow('text/html');
  });

  it('deletes a file; a second deletion has no effect', async () => {
    const key = await store.put(CONTENT, 'image/webp');
    await store.delete(key);
    await store.delete(key);
    expect([await store.stat(key), await store.read(key), await store.open(key)]).toEqual([null, null, null]);
  });
});
