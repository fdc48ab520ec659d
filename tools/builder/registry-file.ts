import { existsSync, readFileSync } from 'node:fs';
import { type Registry, type Release, ReleaseError, type RemoteReleases } from '@console/shared-contract/federation';
import { getAuditFile, EMPTY_REGISTRY, parseRegistry, getRegistryFile } from '../../server/src/operations/releases';

/** Matches local versions, which `npm start` builds from the checkout. Released versions do not match. */
export const LOCAL_VERSION = /-local-[0-9a-f]{8}$/;
/** Number of old local versions to keep for open tabs, in addition to the active and the previous version. */
const MAX_OLD_LOCAL_VERSIONS = 3;

/**
 * Reads the registry of a build folder. Returns an empty registry if the file is missing. Also returns an empty registry if the file is
 * invalid and builds can recreate its content.
 * @throws ReleaseError if an invalid file contains manual activations, which would be lost
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
 * Adds a local release to a remote. The local version becomes active, unless somebody has activated a released version. A released version
 * stays active until somebody activates another version.
 */
function withLocalRelease(remote: RemoteReleases | undefined, release: Release): RemoteReleases {
  const { version } = release.manifest;
  const activation = { active: version, activatedAt: release.publishedAt };
  if (remote === undefined) return { ...activation, versions: { [version]: release } };
  // A published version never changes, so keep the existing entry with its date.
  const versions = version in remote.versions ? remote.versions : { [version]: release, ...remote.versions };
  const isReleaseActive = remote.active !== undefined && !LOCAL_VERSION.test(remote.active);
  if (remote.active === version || isReleaseActive) return pruneLocalVersions({ ...remote, versions });
  return pruneLocalVersions({ ...remote, ...activation, previous: remote.active, versions });
}

function hasReleases({ versions }: RemoteReleases): boolean {
  return Object.keys(versions).some((version) => !LOCAL_VERSION.test(version));
}

/** Result of building the checkout. */
interface CheckoutBuild {
  /** Names of all micro-frontends in the checkout, including those whose build failed. */
  names: string[];
  /** Releases of the remotes that were built successfully. */
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
