import { existsSync, readFileSync } from 'node:fs';
import { type Registry, type Release, ReleaseError, type RemoteReleases } from '@console/shared-contract/federation';
import { auditFile, EMPTY_REGISTRY, parseRegistry, registryFile } from '../../server/src/console/releases';

/** Versions that a checkout builds for itself, as against released ones. */
export const LOCAL = /-local-[0-9a-f]{8}$/;
/** Old local versions that stay for tabs still open on them, beside the active and the previous one. */
const LOCALS_KEPT = 3;

/**
 * The registry of a build folder; an empty one when there is none, or none that can be read while the checkout alone has
 * written it. @throws ReleaseError when people have moved pointers in what cannot be read
 */
export function readRegistryFile(buildDir: string): Registry {
  const file = registryFile(buildDir);
  if (!existsSync(file)) return EMPTY_REGISTRY;
  try {
    return parseRegistry(readFileSync(file, 'utf8'));
  } catch {
    if (existsSync(auditFile(buildDir))) {
      throw new ReleaseError(
        `${file} cannot be read, and versions were made live by hand (${auditFile(buildDir)}), which building would forget. Put the registry right, or remove both files.`,
      );
    }
    console.warn(`${file} is not a registry and is written anew.`);
    return EMPTY_REGISTRY;
  }
}

function isPointedAt({ active, previous, canary }: RemoteReleases, version: string): boolean {
  return [active, previous, canary?.version].includes(version);
}

function pruneLocals(remote: RemoteReleases): RemoteReleases {
  const spare = Object.entries(remote.versions)
    .filter(([version]) => LOCAL.test(version) && !isPointedAt(remote, version))
    .sort(([, a], [, b]) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(LOCALS_KEPT)
    .map(([version]) => version);
  return {
    ...remote,
    versions: Object.fromEntries(Object.entries(remote.versions).filter(([version]) => !spare.includes(version))),
  };
}

/**
 * The remote with that release of the checkout in it. The checkout's version becomes the active one, unless someone has
 * activated a released version: that stays live until it is moved on purpose.
 */
export function withLocalRelease(remote: RemoteReleases | undefined, release: Release): RemoteReleases {
  const { version } = release.manifest;
  const live = { active: version, activatedAt: release.publishedAt };
  if (remote === undefined) return { ...live, versions: { [version]: release } };
  // What is published stays as it was, its date too.
  const versions = version in remote.versions ? remote.versions : { [version]: release, ...remote.versions };
  const isByHand = remote.active !== undefined && !LOCAL.test(remote.active);
  if (remote.active === version || isByHand) return pruneLocals({ ...remote, versions });
  return pruneLocals({ ...remote, ...live, previous: remote.active, versions });
}

function hasReleases({ versions }: RemoteReleases): boolean {
  return Object.keys(versions).some((version) => !LOCAL.test(version));
}

export interface CheckoutBuild {
  /** Names of the remotes that the checkout has, built or not. */
  names: string[];
  /** Of those that are built. */
  releases: Release[];
}

/** The registry after a build, with a new revision only if something is different. */
export function nextRegistry(before: Registry, { names, releases }: CheckoutBuild, now: Date): Registry {
  const kept = Object.entries(before.remotes).filter(([name, remote]) => names.includes(name) || hasReleases(remote));
  const remotes: Record<string, RemoteReleases> = Object.fromEntries(kept);
  for (const release of releases) remotes[release.manifest.name] = withLocalRelease(remotes[release.manifest.name], release);
  if (JSON.stringify(remotes) === JSON.stringify(before.remotes)) return before;
  return { schema: 1, revision: before.revision + 1, generatedAt: now.toISOString(), remotes };
}
