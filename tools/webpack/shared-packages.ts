import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { FEDERATION_RUNTIME, SHARED_PACKAGES } from '@console/shared-contract/federation';

const TOOLS = path.resolve(__dirname, '..');

interface Shared {
  singleton: true;
  version?: string;
  requiredVersion: string;
  strictVersion: false;
  import?: false | string;
}

function versionOf(dir: string, name: string): string {
  const file = path.join(realpathSync(path.join(dir, 'node_modules', name)), 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}

/** Our own packages grow by minor versions, so a remote needs at least the minor it was built with; of others the major decides. */
function rangeOf(name: string, version: string): string {
  const [major, minor] = version.split('.');
  return name.startsWith('@console/') ? `^${major}.${minor}.0` : `^${major}.0.0`;
}

interface Installed {
  name: string;
  version: string;
  range: string;
}

function installed(dir: string): Installed[] {
  return SHARED_PACKAGES.map((name) => {
    const version = versionOf(dir, name);
    return { name, version, range: rangeOf(name, version) };
  });
}

/** With the runtime that these tools build for. */
function provided(dir: string): Installed[] {
  const version = versionOf(TOOLS, FEDERATION_RUNTIME);
  return [...installed(dir), { name: FEDERATION_RUNTIME, version, range: rangeOf(FEDERATION_RUNTIME, version) }];
}

/** Versions the host provides, by package. */
export function sharedVersions(dir: string): Record<string, string> {
  return Object.fromEntries(provided(dir).map(({ name, version }) => [name, version]));
}

/** Ranges a remote was built against, by package. */
export function sharedRanges(dir: string): Record<string, string> {
  return Object.fromEntries(provided(dir).map(({ name, range }) => [name, range]));
}

/**
 * The `shared` option of the federation plugin. Each package is shared by its sub-paths too (`react/jsx-runtime`,
 * `react-dom/client`), each of which would bring a second copy otherwise. A remote has none of them in its files
 * (`import: false`); `strictVersion` would throw inside the remote's code, where the host's own check explains.
 */
export function sharedOption(dir: string, side: 'host' | 'remote'): Record<string, Shared> {
  const entries = installed(dir).flatMap(({ name, version, range }): [string, Shared][] => {
    const common: Shared = { singleton: true, requiredVersion: range, strictVersion: false };
    // The router's own file names what is shared of it; it has no sub-paths.
    if (name === 'react-router-dom' && side === 'host') {
      return [[name, { ...common, version, import: path.join(dir, 'src', 'federation', 'router.ts') }]];
    }
    const shared: Shared = side === 'host' ? { ...common, version } : { ...common, import: false };
    return [
      [name, shared],
      [`${name}/`, shared],
    ];
  });
  return Object.fromEntries(entries);
}
