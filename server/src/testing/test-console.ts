import type { AddressInfo } from 'node:net';
// The plugins' types, for whoever takes this from outside the server.
import '@fastify/jwt';
import '@fastify/swagger';
import fastify from 'fastify';
import { consoleSite } from '../console';
import type { ReleaseStore } from '../console/releases';
import type {} from '../http/deps';

const config = { apiBase: '/api', docsUrl: '', providerUrl: '', environment: 'production', overridesAllowed: false } as const;

/** The console's files and deploy calls alone on a port of their own, without API and database. */
export async function startConsole(
  buildDir: string,
  deployToken: string,
  /** Left out: in the build folder. */
  releases?: ReleaseStore,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = fastify();
  await app.register(
    consoleSite({ buildDir, config, deployToken, releases, isMember: async () => false, isWorkspace: async (id) => id === 'w1' }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
