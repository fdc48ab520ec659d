import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findUnprivilegedAccount } from '../../platform/database/supervisor/os-account';
import { findFreePort } from './free-port';

export interface InstalledPostgres {
  /** Database URL with the server's administrator account. */
  url: string;
  stop: () => void;
}

const PASSWORD = 'for-the-length-of-a-test';

/** Lists the folders with executables of PostgreSQL 15 or later, newest first, then the folders on PATH with any version. */
export function listInstalledPostgres(): string[] {
  const installRoots = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
  const versionedFolders = installRoots
    .filter((installRoot) => existsSync(installRoot))
    .flatMap((installRoot) =>
      readdirSync(installRoot)
        .filter((name) => Number(/^(?:postgresql@)?(\d+)$/.exec(name)?.[1]) >= 15)
        .sort()
        .reverse()
        .map((name) => join(installRoot, name, 'bin')),
    );
  const pathFolders = (process.env.PATH ?? '').split(delimiter);
  return [...versionedFolders, ...pathFolders].filter(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
  );
}

/** Starts an installed PostgreSQL with default settings, except that fsync is off. `stop` also deletes its data. */
export async function startInstalledPostgres(binFolder: string): Promise<InstalledPostgres> {
  const account = findUnprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), 'console-installed-'));
  const dataFolder = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const runBinary = (program: string, ...args: string[]) => {
    const { status, error, stderr } = spawnSync(join(binFolder, program), args, {
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  };
  const port = await findFreePort();
  runBinary(
    'initdb',
    '-D',
    dataFolder,
    '-U',
    'operator',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  );
  runBinary(
    'pg_ctl',
    'start',
    '-w',
    '-D',
    dataFolder,
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off`,
  );
  return {
    url: `postgres://operator:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: () => {
      runBinary('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', dataFolder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
