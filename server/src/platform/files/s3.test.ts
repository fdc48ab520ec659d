import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TrainingImage } from '@console/shared-contract/api';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import sharp from 'sharp';
import { deleteExpiredFiles } from '../../data-access/rows/discarded-files';
import { ConfigError, readConfig } from '../config';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createImageBase64 } from '../../testing/api/fixtures';
import { startS3Server } from '../../testing/s3/s3-server';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { openFileStore } from './open';
import { createS3Store } from './s3-store';
import type { S3Settings } from '../config/s3';
import { getObjectUrl } from './s3/object-url';

const BUCKET_VARIABLES = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the settings of a bucket', () => {
  it('are missing, so files are stored in the data folder', () => {
    expect(readConfig({}).s3).toBeNull();
  });

  it('are read from the environment', () => {
    expect(readConfig(BUCKET_VARIABLES).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'pictures',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      pathStyle: true,
    });
    expect(readConfig({ ...BUCKET_VARIABLES, S3_REGION: 'eu-central-1', S3_PATH_STYLE: 'off' }).s3).toMatchObject({
      region: 'eu-central-1',
      pathStyle: false,
    });
  });

  it.each(Object.keys(BUCKET_VARIABLES))('are incomplete without %s, and the error names it', (name) => {
    expect(() => readConfig({ ...BUCKET_VARIABLES, [name]: '' })).toThrow(`${name}: is needed`);
  });

  it('reject an invalid bucket name', () => {
    expect(() => readConfig({ ...BUCKET_VARIABLES, S3_BUCKET: 'a/../b' })).toThrow('S3_BUCKET');
  });

  it('place the bucket in the path or in the host name', () => {
    const settings = readConfig(BUCKET_VARIABLES).s3 as S3Settings;
    expect(getObjectUrl(settings, 'k.png')).toBe('https://s3.example/pictures/k.png');
    expect(getObjectUrl({ ...settings, pathStyle: false }, 'k.png')).toBe('https://pictures.s3.example/k.png');
  });
});

describe('with files in a bucket', () => {
  let bucket: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    bucket = await startS3Server();
  });
  afterAll(() => bucket.close());
  const createStore = (changedSettings: Partial<S3Settings> = {}) =>
    openFileStore({ s3: { ...bucket.settings, ...changedSettings }, dataDir: '/nowhere' });

  it('the server reports the wrong setting at startup', async () => {
    await expect(createStore({ secretAccessKey: 'wrong' })).rejects.toThrow(
      /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .*SignatureDoesNotMatch/,
    );
    await expect(createStore({ bucket: 'another' })).rejects.toThrow(/^S3_BUCKET: there is no bucket another at http/);
    const unreachableBucketError = await createStore({ endpoint: 'http://127.0.0.1:1' }).catch((error: unknown) => error);
    expect(unreachableBucketError).toBeInstanceOf(ConfigError);
    expect(String(unreachableBucketError)).toMatch(/S3_ENDPOINT: http:\/\/127\.0\.0\.1:1 cannot be reached/);
  });

  it('an interrupted response fails like an unreachable file store', async () => {
    const interruptingServer = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('01234', () => response.destroy());
    });
    await once(interruptingServer.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(interruptingServer.address() as AddressInfo).port}`;
    try {
      const content = await createS3Store({ ...bucket.settings, endpoint }).open(`${'0'.repeat(48)}.bin`);
      await expect(buffer(content!)).rejects.toMatchObject({ name: 'FileStoreError', status: 503 });
    } finally {
      interruptingServer.closeAllConnections();
      interruptingServer.close();
    }
  });

  it('a failed multipart upload is aborted', async () => {
    const requests: string[] = [];
    const originalFetch = globalThis.fetch;
    const spy = jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (input instanceof Request) requests.push(`${input.method} ${new URL(input.url).search}`);
      return originalFetch(input, init);
    });
    async function* yieldThreePartsAndFail() {
      for (let partNumber = 0; partNumber < 3; partNumber += 1) yield Buffer.alloc(8 * 1024 * 1024);
      throw new Error('the client disconnected');
    }
    try {
      const store = await createStore();
      requests.length = 0;
      await expect(store.putStream(yieldThreePartsAndFail(), 'image/tiff', Infinity)).rejects.toThrow('the client disconnected');
    } finally {
      spy.mockRestore();
    }
    const uploadId = /uploadId=([^&]+)/.exec(requests[1] ?? '')?.[1];
    expect(uploadId).toBeTruthy();
    expect(requests).toEqual([
      'POST ?uploads=',
      ...[1, 2, 3].map((partNumber) => `PUT ?partNumber=${partNumber}&uploadId=${uploadId}`),
      `DELETE ?uploadId=${uploadId}`,
    ]);
  });

  describe('an image', () => {
    let server: TestServer;
    let client: TestClient;
    beforeAll(async () => {
      server = await createTestServer({ files: await createStore() });
      ({ client } = await server.createTenant());
    });
    afterAll(() => server.close());
    const fetchFile = (address: string, headers: Record<string, string> = {}) =>
      server.anonymous.send('GET', new URL(address, server.origin).pathname.replace(/^\/api/, ''), undefined, { headers });

    it('returns a retryable 503 while the bucket fails', async () => {
      const serverWithoutBucket = await createTestServer({
        files: createS3Store({ ...bucket.settings, endpoint: 'http://127.0.0.1:1' }),
      });
      const response = await serverWithoutBucket.anonymous.get(`/files/${'0'.repeat(48)}.png`);
      const { client: tenantClient } = await serverWithoutBucket.createTenant();
      const upload = await tenantClient.post('/recognition/v2/training-image/', { base64: await createImageBase64() });
      expect([response.status, upload.status, upload.body]).toEqual([
        503,
        503,
        { detail: 'The server cannot answer at the moment. Try again.' },
      ]);
      await serverWithoutBucket.close();
    });

    it('returns 503 while the bucket does not respond', async () => {
      const unresponsiveBucket = createServer(() => undefined);
      await once(unresponsiveBucket.listen(0, '127.0.0.1'), 'listening');
      const endpoint = `http://127.0.0.1:${(unresponsiveBucket.address() as AddressInfo).port}`;
      const waitingServer = await createTestServer({ files: createS3Store({ ...bucket.settings, endpoint }, 50) });
      try {
        const { client: tenantClient } = await waitingServer.createTenant();
        const upload = await tenantClient.post('/recognition/v2/training-image/', { base64: await createImageBase64() });
        const download = await waitingServer.anonymous.get(`/files/${'0'.repeat(48)}.png`);
        expect([upload.status, download.status, download.headers['retry-after']]).toEqual([503, 503, '1']);
      } finally {
        unresponsiveBucket.closeAllConnections();
        unresponsiveBucket.close();
        await waitingServer.close();
      }
    });

    it('is uploaded, downloaded completely, by range and as thumbnail, and deleted after its retention', async () => {
      const base64 = await createImageBase64(640, 480);
      const bytes = Buffer.from(base64, 'base64');
      const image = expectBody<TrainingImage>(
        await client.post('/recognition/v2/training-image/', { base64, noresize: true }),
        201,
      );

      const fullResponse = await fetchFile(image.img_path);
      expect([fullResponse.status, fullResponse.headers['content-type'], fullResponse.bytes.equals(bytes)]).toEqual([
        200,
        'image/png',
        true,
      ]);
      const rangeResponse = await fetchFile(image.img_path, { range: 'bytes=8-15' });
      expect([
        rangeResponse.status,
        rangeResponse.headers['content-range'],
        rangeResponse.bytes.equals(bytes.subarray(8, 16)),
      ]).toEqual([206, `bytes 8-15/${bytes.length}`, true]);
      const thumbnail = await fetchFile(image.thumb_img_path);
      expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 300 });

      expect((await client.delete(`/recognition/v2/training-image/${image.id}`)).status).toBe(204);
      const { db, files } = server.app.deps;
      await deleteExpiredFiles(db, files, new Date(Date.now() + (TRASH_DAYS + 1) * 86_400_000));
      expect((await fetchFile(image.img_path)).status).toBe(404);
    });
  });
});
