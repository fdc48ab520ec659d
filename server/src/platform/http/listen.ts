import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config';
import { createStartingHandler, respondUnavailable } from './starting';

export interface ListeningServer {
  port: number;
  /** Passes all further requests to the application. */
  serve: (app: FastifyInstance) => void;
  /** Still serves requests, but reports to load balancers that the server is not ready, and closes idle connections. */
  drain: () => void;
  close: () => Promise<void>;
}

/**
 * Listens on every address and responds 503 until there is an application. This detects a port in use before anything
 * is created, and no other process can take the port meanwhile. Throws `ConfigError` if the port cannot be used.
 * Address families that the machine does not have are skipped as long as one address remains.
 */
export async function listen(hosts: readonly string[], port: number): Promise<ListeningServer> {
  const servers: Server[] = [];
  const startingHandler = createStartingHandler();
  let handle = startingHandler.handle;
  const close = async () => {
    startingHandler.refuseWaiting();
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
  let actualPort = port;
  try {
    for (const host of hosts) {
      const server = createServer((request, response) => handle(request, response));
      if (!(await listenOn(server, host, actualPort))) continue;
      servers.push(server);
      const address = server.address();
      if (typeof address === 'object' && address) actualPort = address.port;
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (servers.length === 0) throw new ConfigError(`HOST: this machine has none of the addresses ${hosts.join(', ')}`);
  const serve = (app: FastifyInstance) => {
    for (const server of servers) {
      // Use the timeouts of Fastify's server: they disconnect slow senders. Idle connections live longer than Node's 5 s,
      // after which a client that reuses a connection loses its request.
      server.requestTimeout = app.server.requestTimeout;
      server.keepAliveTimeout = app.server.keepAliveTimeout;
    }
    handle = (request, response) => app.routing(request, response);
    startingHandler.passWaiting(handle);
  };
  const drain = () => {
    const serveRequest = handle;
    handle = (request, response) => {
      if (request.url === '/readyz') return respondUnavailable(request, response, 'stopping');
      response.setHeader('connection', 'close');
      return serveRequest(request, response);
    };
  };
  return { port: actualPort, serve, drain, close };
}

const ADDRESS_MISSING_CODES = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function listenOn(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (ADDRESS_MISSING_CODES.has(error.code ?? '')) return resolve(false);
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
