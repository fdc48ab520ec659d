import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Locations of the embedded database in a data folder. */
export interface Layout {
  /** PostgreSQL's own data directory. */
  cluster: string;
  password: string;
  log: string;
}

/** Creates the data folder and the database's password if they do not exist, and returns the locations. */
export function prepareLayout(dataDir: string): Layout {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const dataFolder = realpathSync(dataDir);
  return {
    cluster: join(dataFolder, 'postgres'),
    password: readOrCreatePassword(dataFolder),
    log: join(dataFolder, 'postgres.log'),
  };
}

function readOrCreatePassword(home: string): string {
  const path = join(home, 'postgres.password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  return readFileSync(path, 'utf8').trim();
}
