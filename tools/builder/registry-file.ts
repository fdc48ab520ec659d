import { existsSync, readFileSync } from 'node:fs';
import { type Registry, type Release, ReleaseError, type RemoteReleases } from '@console/shared-contract/federation';
import { getAuditFile, EMPTY_REGISTRY, parseRegistry, getRegistryFile } from '../../server/src/operations/releases';

/** Matches versions built from the checkout by `npm start`, as opposed to released versions. */
export const LOCAL_VERSION = /-local-[0-9a-f]{8}$/;
/** Old local versions that are retained for open tabs, in addition to the active and the previous version. */
const MAX_OLD_LOCAL_VERSIONS = 3;

/**
 * Reads the registry of a build folder. Returns an empty registry if the file is missing, or if it is broken and was only
 * ever written by builds.
 * @throws ReleaseError if a broken registry contains manual activations, which an empty registry would lose
 */
export function readRegistryFile(buildDir: string): Registry {
  const file = getRegistryFile(buildDir);
  if (!existsSync(file)) return EMPTY_REGISTRY;
  try {
    return parseRegistry(readFileSync(file, 'utf8'));
  } catch {
    if (existsSync(getAuditFile(buildDir))) {
      throw new ReleaseError(
        `${file} cannot be read, and it contains manual activations (see ${getAuditFile(buildDir)}), which a build would lose. Repair the registry, or delete both files.`,
      );
    }
    console.warn(`${file} is not a valid registry and will be replaced.`);
    return EMPTY_REGISTRY;
  }
}

function isReferenced({ active, previous, canary }: RemoteReleases, version: string): boolean {
  return [active, previous, canary?.version].includes(version);
}

function pruneLocalVersions(remote: RemoteReleases): RemoteReleases {
  const expiredVersions = Object.entries(remote.versions)
    .filter(([version]) => LOCAL_VERSION.test(version) && !isReferenced(remote, version))
    .sort(([, a], [, b]) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(MAX_OLD_LOCAL_VERSIONS)
    .map(([version]) => version);
  return {
    ...remote,
    versions: Object.fromEntries(Object.entries(remote.versions).filter(([version]) => !expiredVersions.includes(version))),
  };
}

/**
 * Returns the remote with the given local release added. The local version becomes active, unless somebody has activated a released
 * version: that version then stays active until somebody changes it.
 */
function withLocalRelease(remote: RemoteReleases | undefined, release: Release): RemoteReleases {
  const { version } = release.manifest;
  const activation = { active: version, activatedAt: release.publishedAt };
  if (remote === undefined) return { ...activation, versions: { [version]: release } };
  // A published version is immutable, including its date.
  const versions = version in remote.versions ? remote.versions : { [version]: release, ...remote.versions };
  const isReleaseActive = remote.active !== undefined && !LOCAL_VERSION.test(remote.active);
  if (remote.active === version || isReleaseActive) return pruneLocalVersions({ ...remote, versions });
  return pruneLocalVersions({ ...remote, ...activation, previous: remote.active, versions });
}

function hasReleases({ versions }: RemoteReleases): boolean {
  return Object.keys(versions).some((version) => !LOCAL_VERSION.test(version));
}

/** Result of building the checkout. */
export interface CheckoutBuild {
  /** Names of all micro-frontends of the checkout, built or not. */
  names: string[];
  /** Releases of the remotes that are built. */
  releases: Release[];
}

/** Returns the registry after a build. The revision increases only if something changed. */
export function updateRegistry(registry: Registry, { names, releases }: CheckoutBuild, now: Date): Registry {
  const retainedRemotes = Object.entries(registry.remotes).filter(
    ([name, remote]) => names.includes(name) || hasReleases(remote),
  );
  const remotes: Record<string, RemoteReleases> = Object.fromEntries(retainedRemotes);
  for (const release of releases) remotes[release.manifest.name] = withLocalRelease(remotes[release.manifest.name], release);
  if (JSON.stringify(remotes) === JSON.stringify(registry.remotes)) return registry;
  return { schema: 1, revision: registry.revision + 1, generatedAt: now.toISOString(), remotes };
}
