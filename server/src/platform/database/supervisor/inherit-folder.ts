import { closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import type { OsAccount } from './os-account';
import { canTraverse } from './can-traverse';

/** A directory path for a child process, and the descriptor that the child must inherit for it. */
interface InheritedFolder {
  /** Pass it as the child's fourth file (descriptor 3). Undefined if the path alone suffices. */
  descriptor: number | undefined;
  path: string;
  /** Call this when the child has started. */
  release: () => void;
}

/**
 * Makes a directory accessible to a child under another account. That account may have no access to the parent folders,
 * such as a home folder of mode 0700. On Linux the child inherits the open directory and uses its descriptor, which needs
 * no access to the parents. On other systems it throws if the account has no access.
 */
export function inheritFolder(folder: string, account: OsAccount | null): InheritedFolder {
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
