import type { AddressInfo } from 'node:net';
// Imports the plugins' types for users of this file outside the server.
import '@fastify/jwt';
import '@fastify/swagger';
import fastify from 'fastify';
import { createConsoleSite } from '../../operations/console-site';
import type { VisitReader } from '../../operations/console-site/canary-decisions';
import type { ReleaseStore } from '../../operations/releases';
import type {} from '../../platform/http/deps';

const config = {
  apiBase: '/api',
  docsUrl: '',
  providerUrl: '',
  environment: 'production',
  overridesAllowed: false,
} as const;

/** Visits to a canary release that is not worse than the active version. */
export const readVisits: VisitReader = async () => {
  const visits = { visits: 5000, ready: 4990, failed: 5, times: Array.from({ length: 4990 }, (_, n) => 300 + n / 20) };
  return { canary: visits, active: visits };
};

/** Starts a server with only the console's files and deploy routes, without API and database. */
export async function startConsole(
  buildDir: string,
  deployToken: string,
  /** Default: the build folder. */
  releases?: ReleaseStore,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = fastify();
  await app.register(
    createConsoleSite({
      buildDir,
      config,
      deployToken,
      releases,
      isMember: async () => false,
      isWorkspace: async (id) => id === 'w1',
      readVisits,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
