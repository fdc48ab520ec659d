import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { OsAccount } from './os-account';
import { canTraverse } from './can-traverse';

const FOLDER_PREFIX = 'console-pg-';
const SOCKET_PORT = 5432;
/** The smallest limit of all supported systems: 104 bytes on macOS (with the final NUL), 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Where the database listens: a socket folder or a loopback address. */
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
 * Creates a private folder for the socket. Its name is random, so that nobody can create it in advance.
 * If sockets are not possible, the endpoint is a free port of 127.0.0.1.
 */
export async function createRuntimeFolder(account: OsAccount | null): Promise<RuntimeFolder> {
  const path = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  if (account) chownSync(path, account.uid, account.gid);
  const remove = () => rmSync(path, { recursive: true, force: true });
  const isShortEnough = Buffer.byteLength(join(path, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= MAX_SOCKET_PATH_BYTES;
  const isReachable = !account || canTraverse(path, account);
  if (platform() !== 'win32' && isShortEnough && isReachable)
    return { path, endpoint: { host: path, port: SOCKET_PORT }, remove };
  return { path, endpoint: { host: '127.0.0.1', port: await findFreePort() }, remove };
}

/** Whether the socket folder in an old postmaster.pid was created by this server. */
export function isOwnRuntimeFolder(path: string): boolean {
  return path !== '' && basename(path).startsWith(FOLDER_PREFIX);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probeServer = createServer();
    probeServer.once('error', reject);
    probeServer.listen(0, '127.0.0.1', () => {
      const address = probeServer.address();
      probeServer.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
