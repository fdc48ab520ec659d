import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUpTestServer } from '../../testing/api/test-server';
import { createDiskStore } from './disk-store';

const CONTENT = Buffer.from('0123456789');

describe('the store on disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-store-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('leaves no partial file and denies access to other users of the machine', async () => {
    const store = createDiskStore(folder);
    const key = await store.put(CONTENT, 'image/jpeg');
    const names = await readdir(join(folder, key.slice(0, 2)));
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await stat(join(folder, key.slice(0, 2), key))).mode & 0o077).toBe(0);
  });
});

describe('a file over HTTP', () => {
  const server = setUpTestServer({ modules: [] });
  let key: string;
  beforeAll(async () => {
    key = await server.files.put(CONTENT, 'image/png');
  });
  const fetchFile = (headers: Record<string, string> = {}) =>
    server.anonymous.send('GET', `/files/${key}`, undefined, { headers });

  it('has its content type, forbids sniffing and is cacheable forever', async () => {
    const response = await fetchFile();
    expect([response.status, response.text]).toEqual([200, '0123456789']);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-length': '10',
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['pages=1-2', 200, '0123456789', undefined],
  ])('supports range requests: %s', async (range, status, text, contentRange) => {
    const response = await fetchFile({ range });
    expect([response.status, response.text, response.headers['content-range']]).toEqual([status, text, contentRange]);
  });

  it('returns 304 for a cached file', async () => {
    const etag = String((await fetchFile()).headers.etag);
    expect((await fetchFile({ 'if-none-match': etag })).status).toBe(304);
  });

  it('returns 404 with JSON for a missing file', async () => {
    for (const name of [`${'0'.repeat(48)}.png`, 'x', '..%2f..%2fetc%2fpasswd']) {
      const response = await server.anonymous.get(`/files/${name}`);
      expect([response.status, response.body]).toEqual([404, { detail: 'File not found.' }]);
    }
  });
});
