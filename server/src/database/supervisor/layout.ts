import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a data folder keeps its database. */
export interface Layout {
  /** PostgreSQL's own data directory. */
  cluster: string;
  password: string;
  log: string;
}

/** Makes the data folder, and the database's password in it, where they are not there yet. */
export function layoutFor(dataDir: string): Layout {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dataDir);
  return { cluster: join(home, 'postgres'), password: readOrMakePassword(home), log: join(home, 'postgres.log') };
}

function readOrMakePassword(home: string): string {
  const path = join(home, 'postgres.password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  return readFileSync(path, 'utf8').trim();
}
