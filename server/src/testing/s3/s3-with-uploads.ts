import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../platform/config/s3';
import { startS3Server } from './s3-server';

interface Upload {
  key: string;
  id: string;
  started: Date;
}

/** An S3 server that lists multipart uploads like S3, one per page. The underlying test server does not support that. */
interface S3WithUploads {
  settings: S3Settings;
  /** Uploads that were started but neither completed nor aborted. */
  unfinished: Upload[];
  close: () => Promise<void>;
}

export async function startS3WithUploads(): Promise<S3WithUploads> {
  const backend = await startS3Server();
  const unfinished: Upload[] = [];
  const { port: backendPort } = new URL(backend.settings.endpoint);

  function listUploads(query: URLSearchParams): string {
    const sortedUploads = unfinished.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const [firstUpload, nextUpload] = sortedUploads.filter(({ key }) => key > (query.get('key-marker') ?? ''));
    const encodedUpload = firstUpload && { ...firstUpload, key: encodeURIComponent(firstUpload.key) };
    return [
      '<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
      `<KeyMarker>${query.get('key-marker') ?? ''}</KeyMarker><EncodingType>url</EncodingType><MaxUploads>1</MaxUploads>`,
      nextUpload && encodedUpload
        ? `<NextKeyMarker>${encodedUpload.key}</NextKeyMarker><NextUploadIdMarker>${encodedUpload.id}</NextUploadIdMarker>`
        : '',
      `<IsTruncated>${nextUpload !== undefined}</IsTruncated>`,
      encodedUpload
        ? `<Upload><Key>${encodedUpload.key}</Key><UploadId>${encodedUpload.id}</UploadId><StorageClass>STANDARD</StorageClass><Initiated>${encodedUpload.started.toISOString()}</Initiated></Upload>`
        : '',
      '</ListMultipartUploadsResult>',
    ].join('');
  }
  function trackUpload(method: string | undefined, key: string, query: URLSearchParams, responseText: string): void {
    const started = method === 'POST' && query.has('uploads') ? /<UploadId>([^<]+)/.exec(responseText)?.[1] : undefined;
    if (started) unfinished.push({ key, id: started, started: new Date() });
    const index = unfinished.findIndex(({ id }) => method !== 'PUT' && id === query.get('uploadId'));
    if (index >= 0) unfinished.splice(index, 1);
  }
  async function handleRequest(clientRequest: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(clientRequest.url ?? '', backend.settings.endpoint);
    const key = pathname.split('/').slice(2).join('/');
    const body = await buffer(clientRequest);
    const isList = clientRequest.method === 'GET' && key === '' && searchParams.has('uploads');
    // Keep the host header, because it is signed.
    const forwardedRequest = httpRequest(
      { port: backendPort, method: clientRequest.method, path: clientRequest.url, headers: clientRequest.headers },
      (backendResponse) => {
        void buffer(backendResponse).then((bytes) => {
          // The server has verified the signature before it returned 501.
          if (isList && backendResponse.statusCode === 501) {
            response.writeHead(200, { 'content-type': 'application/xml' }).end(listUploads(searchParams));
            return;
          }
          trackUpload(clientRequest.method, key, searchParams, bytes.toString());
          response.writeHead(backendResponse.statusCode ?? 500, backendResponse.headers).end(bytes);
        });
      },
    );
    forwardedRequest.on('error', (error) => response.writeHead(502).end(String(error))).end(body);
  }
  const server = createServer((clientRequest, clientResponse) => void handleRequest(clientRequest, clientResponse));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...backend.settings, endpoint: `http://127.0.0.1:${port}` },
    unfinished,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}
