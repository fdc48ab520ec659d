import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { OsAccount } from './os-account';

/** Whether the account may enter the folder and all its parents. Access control lists are not considered. */
export function canTraverse(folder: string, account: OsAccount): boolean {
  for (let parentFolder = resolve(folder); ; parentFolder = dirname(parentFolder)) {
    const { mode, uid, gid } = statSync(parentFolder);
    const executeBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & executeBit) === 0) return false;
    if (dirname(parentFolder) === parentFolder) return true;
  }
}
