import { closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import type { OsAccount } from './os-account';
import { canTraverse } from './reach';

/** A directory as a child process is to name it, and the descriptor it must inherit for that. */
export interface HandedFolder {
  /** To be passed as the child's fourth file (number 3); undefined where the path alone will do. */
  descriptor: number | undefined;
  path: string;
  /** To be called once the child is started. */
  release: () => void;
}

/**
 * Hands a directory to a child under another account. The folders above may be closed to that account, as a home of
 * mode 0700 is; on Linux the child gets the open directory itself and names it by its descriptor, which needs no right
 * on the way. Elsewhere the way must be open; throws when it is not.
 */
export function handOver(folder: string, account: OsAccount | null): HandedFolder {
  if (!account) return { descriptor: undefined, path: folder, release: () => undefined };
  if (platform() === 'linux') {
    const descriptor = openSync(folder, 'r');
    return { descriptor, path: '/proc/self/fd/3', release: () => closeSync(descriptor) };
  }
  if (canTraverse(folder, account)) return { descriptor: undefined, path: folder, release: () => undefined };
  throw new Error(
    `The account "${account.name}" that the database runs under cannot enter ${folder}. Choose another DATA_DIR, or start the server as an ordinary user.`,
  );
}
