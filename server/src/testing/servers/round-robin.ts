import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RoundRobin {
  origin: string;
  /** Sets the servers that receive further requests. */
  forwardTo: (origins: readonly string[]) => void;
  close: () => Promise<void>;
}

/**
 * Starts a proxy that passes each request to the next server, like nginx by default. A server that refuses the connection is
 * skipped. A request that is lost on the way returns 502, because it may have been executed.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let origins: readonly string[] = [];
  let nextIndex = 0;

  function forward(request: IncomingMessage, body: Buffer, response: ServerResponse, attemptsLeft: number): void {
    const origin = origins[nextIndex % Math.max(1, origins.length)];
    nextIndex += 1;
    if (origin === undefined || attemptsLeft === 0) return void response.writeHead(502).end();
    const { hostname, port } = new URL(origin);
    const { method, url: path, headers } = request;
    const forwardedRequest = httpRequest({ hostname, port, method, path, headers, agent: false });
    forwardedRequest.on('response', (backendResponse) => {
      response.writeHead(backendResponse.statusCode ?? 502, backendResponse.headers);
      backendResponse.on('error', () => response.destroy());
      backendResponse.pipe(response);
    });
    forwardedRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return forward(request, body, response, attemptsLeft - 1);
      return response.headersSent ? void response.destroy() : void response.writeHead(502).end();
    });
    forwardedRequest.end(body);
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => forward(request, Buffer.concat(chunks), response, origins.length));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (next) => {
      origins = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
