import { randomBytes } from 'node:crypto';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OsAccount } from './os-account';
import { canTraverse } from './reach';

/** Where a data folder keeps its database. */
export interface Layout {
  /** The folder that holds the cluster and, where needed, a copy of the programs. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  password: string;
  log: string;
}

const SYSTEM_HOME = '/var/lib/annotation-console';

/**
 * Decides the places and makes the folders above them.
 * Under root the database's account must be able to enter every folder on the way; where the data folder lies in a
 * home of mode 0700 it cannot, and the cluster goes to a folder of the system's, named by a file in the data folder.
 */
export function layoutFor(dataDir: string, account: OsAccount | null, systemHome = SYSTEM_HOME): Layout {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const home = databaseHome(realpathSync(dataDir), account, systemHome);
  return { home, cluster: join(home, 'postgres'), password: readOrMakePassword(dataDir), log: join(home, 'postgres.log') };
}

function databaseHome(dataDir: string, account: OsAccount | null, systemHome: string): string {
  const pointer = join(dataDir, 'postgres.location');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  if (!account) return dataDir;
  const mode = statSync(dataDir).mode;
  // Entering is not listing: the files beside the cluster stay out of the account's sight.
  if ((mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
  if (canTraverse(dataDir, account)) return dataDir;
  const home = join(systemHome, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  writeFileSync(pointer, `${home}\n`);
  console.warn(
    `The account "${account.name}" cannot enter ${dirname(dataDir)}, so the database of this data folder lies in ${home}.`,
  );
  return home;
}

function readOrMakePassword(dataDir: string): string {
  const path = join(dataDir, 'postgres.password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  return readFileSync(path, 'utf8').trim();
}
