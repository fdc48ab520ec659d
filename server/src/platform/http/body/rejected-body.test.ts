import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MAX_IMPORT_CHUNK_BYTES } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { setUpTestServer } from '../../../testing/api/test-server';

const MEGABYTE = 1_000_000;
const server = setUpTestServer({ config: { uploadMaxBytes: MEGABYTE, uploadBodyLimit: 2 * MEGABYTE } });
let client: TestClient;
beforeAll(async () => {
  ({ client } = await server.createTenant());
});

interface Upload {
  method: 'POST' | 'PUT';
  path: string;
  byteCount: number;
  headers?: Record<string, string>;
  /** Sends the body in chunks of unknown total length. */
  isChunked?: boolean;
  requestHead?: string;
}

function openConnection() {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  // Ignore errors here, because `write` also reports them.
  socket.on('error', () => undefined);
  const write = (data: string | Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.write(data, (error) => (error ? reject(error) : resolve()));
    });
  const commonHeaders = { host: `${hostname}:${port}`, authorization: client.authorization ?? '' };
  const formatHead = (line: string, headers: Record<string, string>) =>
    `${line} HTTP/1.1\r\n${Object.entries({ ...commonHeaders, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
  return { socket, write, formatHead };
}

/** Sends a complete body before reading, as most HTTP libraries do. Returns the response when the server closes the connection. */
async function sendCompletely({ method, path, byteCount, headers = {}, isChunked, requestHead = '' }: Upload): Promise<string> {
  const { socket, write, formatHead } = openConnection();
  const lengthHeader: Record<string, string> = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': String(byteCount) };
  try {
    socket.pause();
    await write(formatHead(`${method} /api${path}`, { 'content-type': 'application/json', ...lengthHeader, ...headers }));
    const chunk = Buffer.alloc(100_000, 'x');
    for (let sentBytes = 0; sentBytes < byteCount; sentBytes += chunk.length) {
      const data = sentBytes === 0 ? Buffer.concat([Buffer.from(requestHead), chunk.subarray(requestHead.length)]) : chunk;
      await write(isChunked ? Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]) : data);
    }
    if (isChunked) await write('0\r\n\r\n');
    return await text(socket);
  } finally {
    socket.destroy();
  }
}

const FORM_HEADERS = { 'content-type': 'multipart/form-data; boundary=b' };
const FORM_HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

const TOO_LARGE_UPLOADS: [string, Upload][] = [
  ['JSON', { method: 'POST', path: '/recognition/v2/label/', byteCount: 40 * MEGABYTE }],
  ['JSON of an upload', { method: 'POST', path: '/recognition/v2/training-image/', byteCount: 40 * MEGABYTE }],
  [
    'chunked JSON',
    { method: 'POST', path: '/recognition/v2/label/', byteCount: 40 * MEGABYTE, isChunked: true, requestHead: '{"name":"' },
  ],
  [
    'chunked JSON of an upload',
    {
      method: 'POST',
      path: '/recognition/v2/training-image/',
      byteCount: 40 * MEGABYTE,
      isChunked: true,
      requestHead: '{"base64":"',
    },
  ],
  [
    'a form',
    {
      method: 'POST',
      path: '/recognition/v2/training-image/',
      byteCount: 40 * MEGABYTE,
      headers: FORM_HEADERS,
      requestHead: FORM_HEAD,
    },
  ],
];

it.each(TOO_LARGE_UPLOADS.filter(([name]) => process.env.LONG || name !== 'JSON of an upload'))(
  'lets a client read the 413 after it has sent too much of %s',
  async (_, upload) => {
    expect(await sendCompletely(upload)).toMatch(/^HTTP\/1\.1 413 .*\{"detail":"[^"]+"\}$/s);
  },
);

it('lets a client read the error after sending a too large import chunk', async () => {
  const { id } = expectBody<{ id: string }>(await client.post('/recognition/v2/import/', { name: 'Large' }), 201);
  const announceResponse = await client.post(`/recognition/v2/import/${id}/files`, {
    files: [{ path: 'a.zip', size: 200 * MEGABYTE }],
  });
  const fileId = expectBody<{ files: { id: string }[] }>(announceResponse).files[0]!.id;
  const path = `/imports/${id}/files/${fileId}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const tooLargeResponse = await sendCompletely({
    method: 'PUT',
    path,
    headers,
    byteCount: MAX_IMPORT_CHUNK_BYTES + 10 * MEGABYTE,
  });
  expect(tooLargeResponse).toMatch(/^HTTP\/1\.1 413 /);
  const wrongOffsetResponse = await sendCompletely({
    method: 'PUT',
    path: `${path}?offset=5`,
    headers,
    byteCount: 30 * MEGABYTE,
  });
  expect(wrongOffsetResponse).toMatch(/^HTTP\/1\.1 409 /);
});

it('closes the connection of a client that does not stop sending', async () => {
  const upload = { method: 'POST', path: '/recognition/v2/label/', byteCount: 400 * MEGABYTE } as const;
  await expect(sendCompletely(upload)).rejects.toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) as unknown });
});

it('closes the connection after a 413 to a client that sends fewer bytes than its Content-Length', async () => {
  const { socket, write, formatHead } = openConnection();
  const headers = { 'content-type': 'application/json', 'content-length': String(40 * MEGABYTE) };
  await write(formatHead('POST /api/recognition/v2/label/', headers) + '{"name":');
  let receivedText = '';
  for await (const chunk of socket) {
    // A client that overlooks `Connection: close` sends its next request on the same connection.
    if (receivedText === '') await write(formatHead('GET /api/recognition/v2/label/', {}));
    receivedText += String(chunk);
  }
  expect(receivedText).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*\{"detail":"[^"]+"\}$/is);
}, 20_000);

it('lets `fetch` and `node:http` read the 413 to a large body', async () => {
  const body = { name: 'x'.repeat(40 * MEGABYTE) };
  expect((await client.post('/recognition/v2/label/', body)).status).toBe(413);
  const headers = { authorization: client.authorization ?? '', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  expect((await fetch(`${server.origin}/api/recognition/v2/label/`, init)).status).toBe(413);
});
