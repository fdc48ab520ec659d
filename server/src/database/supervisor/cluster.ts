import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries';
import { handOver } from './hand-over';
import type { Layout } from './layout';
import type { OsAccount } from './os-account';
import { readPostmasterFile } from './postmaster';
import type { Endpoint, RuntimeFolder } from './runtime-folder';

const DATABASE_USER = 'console';

/** Settings beyond PostgreSQL's own; measured on 2 cores with a million images, memory of a small machine in mind. */
const SETTINGS: Record<string, string> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  timezone: 'UTC',
  // Compiling takes longer than the short queries of this server run.
  jit: 'off',
};

/** For the databases of tests, which nobody misses after a crash of the machine. */
const FORGETFUL: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
};

/** Makes the cluster when there is none. A kill in the middle leaves nothing that a later start would take for one. */
export function initialiseCluster(layout: Layout, binaries: Binaries, account: OsAccount | null, runtime: RuntimeFolder): void {
  if (existsSync(join(layout.cluster, 'PG_VERSION'))) {
    refuseForeignOwner(layout.cluster);
    return;
  }
  const draft = `${layout.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = join(runtime.path, 'initial-password');
  writeFileSync(passwordFile, layout.password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  const handed = handOver(draft, account);
  const run = spawnSync(
    binaries.initdb,
    [
      '-D',
      handed.path,
      '-U',
      DATABASE_USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-instructions',
      // The built-in provider sorts alike on every operating system and never changes under an index.
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    {
      ...identity(account),
      cwd: '/',
      env: environment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', handed.descriptor ?? 'ignore'],
    },
  );
  handed.release();
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) throw new Error(`The database could not be made: ${run.error?.message ?? run.stderr.trim()}`);
  renameSync(draft, layout.cluster);
}

function refuseForeignOwner(cluster: string): void {
  const own = process.getuid?.();
  const owner = statSync(cluster).uid;
  if (own === undefined || own === 0 || own === owner) return;
  throw new Error(
    `The database folder ${cluster} belongs to another account (id ${owner}); start the server as the user it was made by.`,
  );
}

/** Starts PostgreSQL as a child in a process group of its own, so that Ctrl-C reaches the server first. */
export function spawnPostgres(
  layout: Layout,
  binaries: Binaries,
  account: OsAccount | null,
  runtime: RuntimeFolder,
  durable: boolean,
): ChildProcess {
  const { host, port } = runtime.endpoint;
  const bySocket = host === runtime.path;
  const settings: Record<string, string> = {
    ...SETTINGS,
    ...(durable ? {} : FORGETFUL),
    listen_addresses: bySocket ? '' : host,
    unix_socket_directories: bySocket ? runtime.path : '',
    unix_socket_permissions: '0700',
    port: String(port),
  };
  requireOwner(account, layout.cluster);
  const log = openLog(layout.log);
  const handed = handOver(layout.cluster, account);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    return spawn(binaries.postgres, ['-D', handed.path, ...args], {
      ...identity(account),
      cwd: '/',
      env: environment(),
      detached: true,
      stdio: ['ignore', log, log, handed.descriptor ?? 'ignore'],
    });
  } finally {
    closeSync(log);
    handed.release();
  }
}

/**
 * Waits until the database takes connections. Answers false when the process ended instead, which it does while the
 * backends of a killed one are still leaving.
 */
export async function waitUntilReady(child: ChildProcess, cluster: string, patienceMs: number): Promise<boolean> {
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (failed || child.exitCode !== null || child.signalCode !== null) return false;
    const file = readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    await delay(15);
  }
  throw new Error(`The database did not become ready within ${patienceMs / 1000} s.`);
}

/** The last lines of the log, for a message. */
export function tailOfLog(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '';
  }
}

/** Options of the pg driver for one database of the cluster. */
export function clientOptions(endpoint: Endpoint, password: string, database: string) {
  return { ...endpoint, user: DATABASE_USER, password, database };
}

const LARGEST_LOG_BYTES = 5_000_000;

function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > LARGEST_LOG_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** A cluster copied or restored by root belongs to root; PostgreSQL insists on its own account and mode 0700. */
function requireOwner(account: OsAccount | null, cluster: string): void {
  if (account && statSync(cluster).uid !== account.uid) {
    throw new Error(
      `The database folder ${cluster} must belong to the account "${account.name}": chown -R ${account.name} ${cluster}`,
    );
  }
  chmodSync(cluster, 0o700);
}

function identity(account: OsAccount | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
