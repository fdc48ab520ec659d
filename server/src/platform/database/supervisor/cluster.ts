import { spawn, type ChildProcess } from 'node:child_process';
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
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries';
import { inheritFolder } from './inherit-folder';
import type { Layout } from './layout';
import type { OsAccount } from './os-account';
import { readPostmasterFile } from './postmaster';
import type { Endpoint, RuntimeFolder } from './runtime-folder';

const DATABASE_USER = 'console';

/** Settings that differ from PostgreSQL's defaults. Measured on 2 cores with a million images, for machines with little memory. */
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
  // Parallel workers take 20 ms to start, which is as long as a search by bitmaps takes.
  parallel_setup_cost: '10000',
  // Just-in-time compilation takes longer than the short queries of this server.
  jit: 'off',
};

/** Faster settings for test databases, which need not survive a crash of the machine. */
const NON_DURABLE_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
  // Tests are shorter than the pause between two runs of autovacuum, and their databases are small.
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Whether the database cluster exists. Throws if another account owns it. */
export function hasCluster(layout: Layout): boolean {
  if (!existsSync(join(layout.cluster, 'PG_VERSION'))) return false;
  refuseForeignOwner(layout.cluster);
  return true;
}

/** Creates the database cluster. A killed process leaves only a draft folder, which the next start deletes. */
export async function createCluster(
  layout: Layout,
  binaries: Binaries,
  account: OsAccount | null,
  runtime: RuntimeFolder,
): Promise<void> {
  const draftCluster = `${layout.cluster}.new`;
  rmSync(draftCluster, { recursive: true, force: true });
  mkdirSync(draftCluster, { mode: 0o700 });
  const passwordFile = join(runtime.path, 'initial-password');
  writeFileSync(passwordFile, layout.password, { mode: 0o600 });
  if (account) for (const path of [draftCluster, passwordFile]) chownSync(path, account.uid, account.gid);
  const inheritedFolder = inheritFolder(draftCluster, account);
  const initdb = spawn(
    binaries.initdb,
    [
      '-D',
      inheritedFolder.path,
      '-U',
      DATABASE_USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-instructions',
      // The built-in locale provider sorts equally on every operating system, and its order never changes under an index.
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // By default, each connection hashes the password 4,096 times. A random password cannot be guessed anyway.
      '--set=scram_iterations=1',
    ],
    {
      ...toSpawnIdentity(account),
      cwd: '/',
      env: createEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', inheritedFolder.descriptor ?? 'ignore'],
    },
  );
  inheritedFolder.release();
  const problem = await readProblem(initdb);
  rmSync(passwordFile, { force: true });
  if (problem !== null) throw new Error(`The database could not be created: ${problem}`);
  renameSync(draftCluster, layout.cluster);
}

/** Waits until a program exits. Returns the reason of a failure, or null if it succeeded. */
async function readProblem(program: ChildProcess): Promise<string | null> {
  let spawnError: string | null = null;
  program.once('error', ({ message }) => (spawnError = message));
  const exitPromise = new Promise<number | null>((resolve) => program.once('close', resolve));
  const errorText = program.stderr ? await text(program.stderr) : '';
  return (await exitPromise) === 0 ? null : (spawnError ?? errorText.trim());
}

function refuseForeignOwner(cluster: string): void {
  const currentUser = process.getuid?.();
  const owner = statSync(cluster).uid;
  if (currentUser === undefined || currentUser === 0 || currentUser === owner) return;
  throw new Error(
    `The database folder ${cluster} belongs to another account (id ${owner}); start the server as the user that created it.`,
  );
}

/** Starts PostgreSQL as a child in a separate process group, so that Ctrl-C reaches only the server. */
export function spawnPostgres(
  layout: Layout,
  binaries: Binaries,
  account: OsAccount | null,
  runtime: RuntimeFolder,
  isDurable: boolean,
): ChildProcess {
  const { host, port } = runtime.endpoint;
  const usesSocket = host === runtime.path;
  const settings: Record<string, string> = {
    ...SETTINGS,
    ...(isDurable ? {} : NON_DURABLE_SETTINGS),
    listen_addresses: usesSocket ? '' : host,
    unix_socket_directories: usesSocket ? runtime.path : '',
    unix_socket_permissions: '0700',
    port: String(port),
  };
  requireOwner(account, layout.cluster);
  const log = openLog(layout.log);
  const inheritedFolder = inheritFolder(layout.cluster, account);
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    return spawn(binaries.postgres, ['-D', inheritedFolder.path, ...settingArguments], {
      ...toSpawnIdentity(account),
      cwd: '/',
      env: createEnvironment(),
      detached: true,
      stdio: ['ignore', log, log, inheritedFolder.descriptor ?? 'ignore'],
    });
  } finally {
    closeSync(log);
    inheritedFolder.release();
  }
}

/**
 * Waits until the database accepts connections. Returns false if the process exits instead: this happens while processes of a
 * killed database are still shutting down.
 */
export async function waitUntilReady(child: ChildProcess, cluster: string, timeoutMs: number): Promise<boolean> {
  let hasFailed = false;
  child.once('error', () => {
    hasFailed = true;
  });
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (hasFailed || child.exitCode !== null || child.signalCode !== null) return false;
    const file = readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    await delay(15);
  }
  throw new Error(`The database did not become ready within ${timeoutMs / 1000} s.`);
}

/** Reads the last lines of the log, for an error message. */
export function readLogTail(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '';
  }
}

/** Returns options of the pg driver for one database of the cluster. */
export function toClientOptions(endpoint: Endpoint, password: string, database: string) {
  return { ...endpoint, user: DATABASE_USER, password, database };
}

const MAX_LOG_BYTES = 5_000_000;

function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** Checks the owner and sets the mode, as PostgreSQL requires. A cluster that root has copied or restored belongs to root. */
function requireOwner(account: OsAccount | null, cluster: string): void {
  if (account && statSync(cluster).uid !== account.uid) {
    throw new Error(
      `The database folder ${cluster} must belong to the account "${account.name}": chown -R ${account.name} ${cluster}`,
    );
  }
  chmodSync(cluster, 0o700);
}

function toSpawnIdentity(account: OsAccount | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function createEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
