import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { createServerProcess, type ServerProcess } from '../../support/server-process';
import type { Statement } from './lists/statements';

/** Starts a minimal Fastify server that returns the rows of the last statement. */
export async function startBareServer(config: ClientConfig, statements: Statement[]): Promise<ServerProcess> {
  const child = fork(join(__dirname, 'bare-server.ts'), [], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx'],
  });
  child.send({ config, statements });
  const [address] = (await once(child, 'message')) as [string];
  return createServerProcess(child, address);
}
