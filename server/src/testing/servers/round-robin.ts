import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
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
  let turn = 0;

  function forward(from: IncomingMessage, body: Buffer, to: ServerResponse, left: number): void {
    const origin = origins[turn % Math.max(1, origins.length)];
    turn += 1;
    if (origin === undefined || left === 0) return void to.writeHead(502).end();
    const { hostname, port } = new URL(origin);
    const on = httpRequest({ hostname, port, method: from.method, path: from.url, headers: from.headers, agent: false });
    on.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => to.destroy());
      answer.pipe(to);
    });
    on.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return forward(from, body, to, left - 1);
      return to.headersSent ? void to.destroy() : void to.writeHead(502).end();
    });
    on.end(body);
  }
  const server = createServer((from, to) => {
    const chunks: Buffer[] = [];
    from.on('data', (chunk: Buffer) => chunks.push(chunk));
    from.on('end', () => forward(from, Buffer.concat(chunks), to, origins.length));
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
