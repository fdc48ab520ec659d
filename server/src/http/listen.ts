import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config';

export interface Listening {
  port: number;
  close: () => Promise<void>;
}

/**
 * Listens on every address, all on one port. Fastify itself takes one; the others share its router.
 * An address family that the machine does not have is passed over as long as one address is left.
 */
export async function listen(app: FastifyInstance, hosts: readonly string[], port: number): Promise<Listening> {
  const servers: Server[] = [];
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
      const server = createServer((request, response) => app.routing(request, response));
      // As Fastify's own server: slow senders are cut off, and idle connections outlive the 5 s of Node, at whose end
      // a client that reuses one loses its request.
      server.requestTimeout = app.server.requestTimeout;
      server.keepAliveTimeout = app.server.keepAliveTimeout;
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
  return { port: chosen, close };
}

const ABSENT_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function listenOn(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (ABSENT_ADDRESS.has(error.code ?? '')) return resolve(false);
      if (error.code === 'EADDRINUSE')
        return reject(new ConfigError(`PORT: ${port} is in use on ${host}; choose another with PORT`));
      if (error.code === 'EACCES')
        return reject(new ConfigError(`PORT: ${port} may not be used by this account; choose another with PORT`));
      return reject(error);
    });
    server.listen({ host, port }, () => resolve(true));
  });
}
