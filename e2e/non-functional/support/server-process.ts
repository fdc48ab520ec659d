import { fork, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../../server/src/testing/database/free-port';

const SERVER_DIR = join(__dirname, '..', '..', '..', 'server');
/** The built server, as in production. Commands that start it build it first. */
const BUILT_SERVER = join(SERVER_DIR, 'dist', 'main.mjs');

export interface ServerProcess {
  origin: string;
  pid: number;
  /** Resident memory in megabytes. */
  memory: () => number;
  /** Resident memory of the process and its children without the database, in megabytes. */
  totalMemory: () => number;
  /** Resident memory of the reader process of imports in megabytes. 0 if it is not running. */
  readerMemory: () => number;
  stop: () => Promise<void>;
  /** Kills the process with SIGKILL, like the OOM killer. */
  kill: () => Promise<void>;
}

interface ApiOptions {
  /** Additional settings, which override the defaults, except `PORT`. */
  environment?: Record<string, string>;
  /** Whether to serve the console too. */
  console?: boolean;
}

/** Starts the server like in production, with a data folder on a free port. */
export async function startApi(dataDir: string, { environment = {}, console = false }: ApiOptions = {}): Promise<ServerProcess> {
  // Choose the port in advance, because the server prints PUBLIC_URL if it is set.
  const port = await findFreePort();
  const child = fork(BUILT_SERVER, console ? [] : ['--api-only'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      DEMO: 'off',
      DATABASE_URL: '',
      S3_BUCKET: '',
      S3_ENDPOINT: '',
      S3_ACCESS_KEY_ID: '',
      S3_SECRET_ACCESS_KEY: '',
      ...environment,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`The server ended at its start (${code})`)));
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (/^The (API|console) is at /m.test(output)) resolve();
    });
  });
  return createServerProcess(child, `http://127.0.0.1:${port}`);
}

/** Wraps a child process that listens at the origin. */
export function createServerProcess(child: ChildProcess, origin: string): ServerProcess {
  return {
    origin,
    pid: child.pid ?? 0,
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    totalMemory: () => getTotalMemory(child),
    readerMemory: () => getReaderMemory(child),
    stop: () => endWithSignal(child, 'SIGTERM'),
    kill: () => endWithSignal(child, 'SIGKILL'),
  };
}

function getReaderMemory({ pid }: ChildProcess): number {
  const rows = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' }).split('\n');
  const childRows = rows.map((row) => row.trim().split(/\s+/)).filter(([parent]) => parent === String(pid));
  return childRows.reduce(
    (sum, [, size, ...words]) => sum + (/\breader\.(cjs|ts)\b/.test(words.join(' ')) ? Number(size) / 1024 : 0),
    0,
  );
}

function getTotalMemory({ pid }: ChildProcess): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([id, parent, , program]) => (id === String(pid) || parent === String(pid)) && program !== 'postgres')
    .reduce((sum, [, , size]) => sum + Number(size) / 1024, 0);
}

async function endWithSignal(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitEvent = once(child, 'exit');
  child.kill(signal);
  await exitEvent;
}
