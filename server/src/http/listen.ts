import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config';
import { messages } from '../errors/messages';

export interface Listening {
  port: number;
  /** Hands everything that comes from now on to the application. */
  serve: (app: FastifyInstance) => void;
  close: () => Promise<void>;
}

const TRY_AGAIN_SECONDS = '2';

/**
 * Takes the port on every address, and answers 503 until there is an application to serve: a port that is in use is
 * found out before anything is made, and is kept meanwhile. An address family that the machine does not have is passed
 * over as long as one address is left.
 */
export async function listen(hosts: readonly string[], port: number): Promise<Listening> {
  const servers: Server[] = [];
  let handle = answerStarting;
  const close = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise((resolve) => {
            server.close(resolve);
            server.closeIdleConnections();
          }),
      ),
    );
  };
  let chosen = port;
  try {
    for (const host of hosts) {
      const server = createServer((request, response) => handle(request, response));
      if (!(await listenOn(server, host, chosen))) continue;
      servers.push(server);
      const address = server.address();
      if (typeof address === 'object' && address) chosen = address.port;
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (servers.length === 0) throw new ConfigError(`HOST: this machine has none of the addresses ${hosts.join(', ')}`);
  const serve = (app: FastifyInstance) => {
    for (const server of servers) {
      // As Fastify's own server: slow senders are cut off, and idle connections outlive the 5 s of Node, at whose end
      // a client that reuses one loses its request.
      server.requestTimeout = app.server.requestTimeout;
      server.keepAliveTimeout = app.server.keepAliveTimeout;
    }
    handle = (request, response) => app.routing(request, response);
  };
  return { port: chosen, serve, close };
}

/** A person's browser asks again by itself; a program is told when to. */
function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  // Whoever watches over the process must not end it over a long upgrade.
  if (request.url === '/healthz') {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ status: 'ok' }));
    return;
  }
  const isPerson = request.headers.accept?.includes('text/html') === true;
  response.writeHead(503, {
    'content-type': isPerson ? 'text/plain; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    'retry-after': TRY_AGAIN_SECONDS,
    // What is still being sent is not read.
    connection: 'close',
    ...(isPerson ? { refresh: TRY_AGAIN_SECONDS } : {}),
  });
  response.end(isPerson ? messages.starting : JSON.stringify({ detail: messages.starting }));
}

const ABSENT_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function listenOn(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (ABSENT_ADDRESS.has(error.code ?? '')) return resolve(false);
      if (error.code === 'EADDRINUSE')
        return reject(
          new ConfigError(`PORT: ${port} is in use on ${host}, perhaps by a server that runs already; choose another with PORT`),
        );
      if (error.code === 'EACCES')
        return reject(new ConfigError(`PORT: ${port} may not be used by this account; choose another with PORT`));
      return reject(error);
    });
    server.listen({ host, port }, () => resolve(true));
  });
}
