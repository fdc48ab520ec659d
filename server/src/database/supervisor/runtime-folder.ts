import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { OsAccount } from './os-account';
import { canTraverse } from './reach';

const PREFIX = 'console-pg-';
const SOCKET_PORT = 5432;
/** Shortest limit of the systems in use: macOS takes 104 bytes, Linux 108. */
const LONGEST_SOCKET_PATH = 103;

/** How to reach the database: a socket folder, or a loopback address. */
export interface Endpoint {
  host: string;
  port: number;
}

export interface RuntimeFolder {
  path: string;
  endpoint: Endpoint;
  remove: () => void;
}

/**
 * Makes a private folder for the socket, under a name nobody can guess and so take beforehand.
 * Where sockets are not possible the endpoint is a free port of 127.0.0.1.
 */
export async function makeRuntimeFolder(account: OsAccount | null): Promise<RuntimeFolder> {
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  if (account) chownSync(path, account.uid, account.gid);
  const remove = () => rmSync(path, { recursive: true, force: true });
  const fits = Buffer.byteLength(join(path, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= LONGEST_SOCKET_PATH;
  const reachable = !account || canTraverse(path, account);
  if (platform() !== 'win32' && fits && reachable) return { path, endpoint: { host: path, port: SOCKET_PORT }, remove };
  return { path, endpoint: { host: '127.0.0.1', port: await freePort() }, remove };
}

/** Whether a socket folder named by a leftover postmaster.pid is one this server made. */
export function isOwnRuntimeFolder(path: string): boolean {
  return path !== '' && basename(path).startsWith(PREFIX);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
