import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../platform/config/s3';
import { startS3Server } from './s3-server';

export interface ConditionalS3Options {
  /** Called before a PUT is processed. The path starts with the bucket. */
  onPut?: (path: string) => Promise<void>;
  /** The accepted ETag format of If-Match: with quotes like S3, or without quotes like radosgw 16. */
  etags?: 'quoted' | 'bare';
}
export interface ConditionalS3 {
  settings: S3Settings;
  /** With true, requests receive no response until it is called with false. */
  hang: (isHanging: boolean) => void;
  close: () => Promise<void>;
}

/**
 * Starts a proxy that adds If-Match and If-None-Match to an S3 server without them, one PUT at a time. Reads wait for a running
 * PUT, because the server would return a partly written file, whereas S3 returns the old or the new one.
 */
export async function startConditionalS3({
  onPut = async () => undefined,
  etags = 'quoted',
}: ConditionalS3Options = {}): Promise<ConditionalS3> {
  const behind = await startS3Server();
  let turn: Promise<unknown> = Promise.resolve();
  let writing: Promise<unknown> = Promise.resolve();
  const reading = new Set<Promise<void>>();

  async function isMet({ url, headers }: IncomingMessage): Promise<boolean> {
    const noneMatch = headers['if-none-match'];
    const match = headers['if-match'];
    if (noneMatch === undefined && match === undefined) return true;
    const there = await fetch(behind.settings.endpoint + url, { method: 'HEAD' });
    if (noneMatch !== undefined) return !there.ok;
    const etag = there.headers.get('etag') ?? '';
    return there.ok && match === (etags === 'bare' ? etag.replaceAll('"', '') : etag);
  }
  function forward(from: IncomingMessage, body: Buffer, to: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(behind.settings.endpoint);
      // Keep the host header, because it is signed.
      const on = httpRequest({ port, method: from.method, path: from.url, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        // 'close' is also emitted if the client has disconnected.
        answer.pipe(to).on('close', resolve);
      });
      on.on('error', reject).end(body);
    });
  }
  function write(from: IncomingMessage, body: Buffer, to: ServerResponse): Promise<void> {
    const mine = Promise.allSettled(reading).then(() => forward(from, body, to));
    writing = mine.catch(() => undefined);
    return mine;
  }
  async function read(from: IncomingMessage, body: Buffer, to: ServerResponse): Promise<void> {
    let seen;
    do {
      seen = writing;
      await seen;
    } while (seen !== writing);
    const mine = forward(from, body, to).finally(() => reading.delete(mine));
    reading.add(mine);
    return mine;
  }
  async function handle(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk as Buffer);
    if (from.method === 'PUT') await onPut(from.url ?? '');
    const pass = from.method === 'PUT' ? write : read;
    if (await isMet(from)) return pass(from, Buffer.concat(chunks), to);
    to.writeHead(412, { 'content-type': 'application/xml' }).end('<Error><Code>PreconditionFailed</Code></Error>');
  }
  let hanging: Promise<void> | undefined;
  let goOn: () => void = () => undefined;
  const hang = (isHanging: boolean) => {
    goOn();
    hanging = isHanging ? new Promise((resolve) => (goOn = resolve)) : undefined;
  };
  const server = createServer((from, to) => {
    // Held requests are processed afterwards, like by a server that was paused.
    if (hanging) void hanging.then(() => take(from, to));
    else take(from, to);
  });
  function take(from: IncomingMessage, to: ServerResponse): void {
    const mine = from.method === 'PUT' ? turn.then(() => handle(from, to)) : handle(from, to);
    const settled = mine.catch((error: unknown) => void to.writeHead(502).end(String(error)));
    if (from.method === 'PUT') turn = settled;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...behind.settings, endpoint: `http://127.0.0.1:${port}` },
    hang,
    close: async () => {
      hang(false);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await behind.close();
    },
  };
}
