import { fork, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Statement } from './statements';

export interface ServerProcess {
  origin: string;
  pid: number;
  /** Resident memory in megabytes. */
  memory: () => number;
  stop: () => Promise<void>;
}

export interface ApiOptions {
  /** The program in place of the sources, such as the built one. */
  program?: string;
  /** Further settings, which win over those given here. */
  environment?: Record<string, string>;
}

/** The API server as it is started in production, on a data folder. */
export async function startApi(
  dataDir: string,
  { program = join(__dirname, '..', 'main.ts'), environment = {} }: ApiOptions = {},
): Promise<ServerProcess> {
  const child = fork(program, ['--api-only'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'off',
      DATABASE_URL: '',
      S3_BUCKET: '',
      S3_ENDPOINT: '',
      S3_ACCESS_KEY_ID: '',
      S3_SECRET_ACCESS_KEY: '',
      ...environment,
    },
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`The server ended at its start (${code})`)));
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
      const found = /The API is at \S+:(\d+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  return processOf(child, `http://127.0.0.1:${port}`);
}

/** Bare Fastify that answers with the last of the statements' rows. */
export async function startBare(config: ClientConfig, statements: Statement[]): Promise<ServerProcess> {
  const child = fork(join(__dirname, 'bare-server.ts'), [], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx'],
  });
  child.send({ config, statements });
  const [address] = (await once(child, 'message')) as [string];
  return processOf(child, address);
}

function processOf(child: ChildProcess, origin: string): ServerProcess {
  return {
    origin,
    pid: child.pid ?? 0,
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
