import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../platform/config/s3';
import { startS3Server } from './s3-server';

interface ConditionalS3Options {
  /** Called before a PUT is processed. The path starts with the bucket. */
  onPut?: (path: string) => Promise<void>;
  /** The accepted ETag format of If-Match: with quotes like S3, or without quotes like radosgw 16. */
  etags?: 'quoted' | 'bare';
}
interface ConditionalS3 {
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
  const backend = await startS3Server();
  let lastPut: Promise<unknown> = Promise.resolve();
  let currentWrite: Promise<unknown> = Promise.resolve();
  const pendingReads = new Set<Promise<void>>();

  async function meetsCondition({ url, headers }: IncomingMessage): Promise<boolean> {
    const unmatchedEtag = headers['if-none-match'];
    const matchedEtag = headers['if-match'];
    if (unmatchedEtag === undefined && matchedEtag === undefined) return true;
    const existingResponse = await fetch(backend.settings.endpoint + url, { method: 'HEAD' });
    if (unmatchedEtag !== undefined) return !existingResponse.ok;
    const etag = existingResponse.headers.get('etag') ?? '';
    return existingResponse.ok && matchedEtag === (etags === 'bare' ? etag.replaceAll('"', '') : etag);
  }
  function forward(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(backend.settings.endpoint);
      // Keep the host header, because it is signed.
      const { method, url: path, headers } = request;
      const forwardedRequest = httpRequest({ port, method, path, headers }, (backendResponse) => {
        response.writeHead(backendResponse.statusCode ?? 500, backendResponse.headers);
        // 'close' is also emitted if the client has disconnected.
        backendResponse.pipe(response).on('close', resolve);
      });
      forwardedRequest.on('error', reject).end(body);
    });
  }
  function forwardWrite(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const write = Promise.allSettled(pendingReads).then(() => forward(request, body, response));
    currentWrite = write.catch(() => undefined);
    return write;
  }
  async function forwardRead(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    let lastWrite;
    do {
      lastWrite = currentWrite;
      await lastWrite;
    } while (lastWrite !== currentWrite);
    const pendingRead = forward(request, body, response).finally(() => pendingReads.delete(pendingRead));
    pendingReads.add(pendingRead);
    return pendingRead;
  }
  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'PUT') await onPut(request.url ?? '');
    const forwardInOrder = request.method === 'PUT' ? forwardWrite : forwardRead;
    if (await meetsCondition(request)) return forwardInOrder(request, Buffer.concat(chunks), response);
    response.writeHead(412, { 'content-type': 'application/xml' }).end('<Error><Code>PreconditionFailed</Code></Error>');
  }
  let pause: Promise<void> | undefined;
  let resume: () => void = () => undefined;
  const setHanging = (isHanging: boolean) => {
    resume();
    pause = isHanging ? new Promise((resolve) => (resume = resolve)) : undefined;
  };
  const server = createServer((request, response) => {
    // Delayed requests are processed after the pause, like by a suspended server.
    if (pause) void pause.then(() => accept(request, response));
    else accept(request, response);
  });
  function accept(request: IncomingMessage, response: ServerResponse): void {
    const handling =
      request.method === 'PUT' ? lastPut.then(() => handleRequest(request, response)) : handleRequest(request, response);
    const completion = handling.catch((error: unknown) => void response.writeHead(502).end(String(error)));
    if (request.method === 'PUT') lastPut = completion;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...backend.settings, endpoint: `http://127.0.0.1:${port}` },
    hang: setHanging,
    close: async () => {
      setHanging(false);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}
