import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { FEDERATION_RUNTIME, SHARED_PACKAGES } from '@console/shared-contract/federation';

/** A folder from which Node resolves the dependencies of `@console/tools`, even if the tools are installed as a package. */
const TOOLS_DIR = __dirname;

interface SharedConfig {
  singleton: true;
  version?: string;
  requiredVersion: string;
  strictVersion: false;
  import?: false | string;
}

/** Reads the installed version of a package, as modules in the folder would import it. npm may have installed it in a parent folder. */
function readInstalledVersion(dir: string, name: string): string {
  const folders = createRequire(path.join(dir, 'package.json')).resolve.paths(name) ?? [];
  const file = folders.map((folder) => path.join(folder, name, 'package.json')).find((packageFile) => existsSync(packageFile));
  if (file === undefined) throw new Error(`${name} is not installed for ${dir}.`);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}

/**
 * Returns the range of versions that a remote accepts. Packages of this repository add features in minor versions, so a remote needs at
 * least the minor version with which it was built. For third-party packages, only the major version matters.
 */
function toCompatibleRange(name: string, version: string): string {
  const [major, minor] = version.split('.');
  return name.startsWith('@console/') ? `^${major}.${minor}.0` : `^${major}.0.0`;
}

interface InstalledPackage {
  name: string;
  version: string;
  range: string;
}

function listSharedPackages(dir: string): InstalledPackage[] {
  return SHARED_PACKAGES.map((name) => {
    const version = readInstalledVersion(dir, name);
    return { name, version, range: toCompatibleRange(name, version) };
  });
}

/** The packages that the host provides: the shared packages and the federation runtime. */
function listProvidedPackages(dir: string): InstalledPackage[] {
  const version = readInstalledVersion(TOOLS_DIR, FEDERATION_RUNTIME);
  return [
    ...listSharedPackages(dir),
    { name: FEDERATION_RUNTIME, version, range: toCompatibleRange(FEDERATION_RUNTIME, version) },
  ];
}

/** Returns the version of each package that the host provides. */
export function readSharedVersions(dir: string): Record<string, string> {
  return Object.fromEntries(listProvidedPackages(dir).map(({ name, version }) => [name, version]));
}

/** Returns the version range of each package that a remote was built against. */
export function readSharedRanges(dir: string): Record<string, string> {
  return Object.fromEntries(listProvidedPackages(dir).map(({ name, range }) => [name, range]));
}

/**
 * Returns the `shared` option of the federation plugin. Sub-paths such as `react/jsx-runtime` are shared as well; otherwise each of them
 * would add a second copy of its package. Remotes contain no shared packages (`import: false`). `strictVersion` is off, because it would
 * throw an error in the remote's code. Instead, the host checks versions and explains problems.
 */
export function createSharedOption(dir: string, side: 'host' | 'remote'): Record<string, SharedConfig> {
  const entries = listSharedPackages(dir).flatMap(({ name, version, range }): [string, SharedConfig][] => {
    const commonConfig: SharedConfig = { singleton: true, requiredVersion: range, strictVersion: false };
    // Of the router package, the host shares only the exports in its file `router.ts`, and no sub-paths.
    if (name === 'react-router-dom' && side === 'host') {
      return [[name, { ...commonConfig, version, import: path.join(dir, 'src', 'federation', 'router.ts') }]];
    }
    const sharedConfig: SharedConfig = side === 'host' ? { ...commonConfig, version } : { ...commonConfig, import: false };
    return [
      [name, sharedConfig],
      [`${name}/`, sharedConfig],
    ];
  });
  return Object.fromEntries(entries);
}
