import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPng } from '../../../testing/api/png';
import { parseFiles } from './parse-files';

let dataDir: string;
let bucket: Server;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parse-'));
});
afterEach(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await rm(dataDir, { recursive: true });
});

it('reads several images of a bucket at the same time', async () => {
  const png = await createPng('#a33');
  const waitingResponses: ServerResponse[] = [];
  bucket = createServer(({ url = '' }, response) => {
    if (url.includes('list-type')) {
      const objects = ['a.png', 'b.png'].map((key) => `<Contents><Key>${key}</Key><Size>${png.length}</Size></Contents>`);
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${objects.join('')}</ListBucketResult>`);
      return;
    }
    // Send the images only when both have been requested. This shows that they are read concurrently.
    waitingResponses.push(response);
    if (waitingResponses.length === 2) for (const response of waitingResponses) response.end(png);
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const s3 = {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    pathStyle: true,
  };
  const rows: { path: string; outcome: string }[] = [];
  await parseFiles(
    {
      id: 'bucket',
      source: { place: 's3://pictures', path: '' },
      sentFiles: [],
      options: { outlines: 'polygons' },
      config: { dataDir, importPlaces: ['s3://pictures'], s3, uploadMaxBytes: 1_000_000, maxPixels: 1_000_000 },
    },
    {
      shapes: async () => undefined,
      entities: async () => undefined,
      items: async (json) => void rows.push(...(JSON.parse(json) as typeof rows)),
    },
  );
  expect(rows.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual(['a.png new', 'b.png new']);
});
