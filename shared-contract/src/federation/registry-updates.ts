import type { Canary, Registry, Release, RemoteReleases } from './registry';

/** Thrown if a change of the registry is not possible. The message tells the person who requested the change why. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

function requireRemote(registry: Registry, name: string): RemoteReleases {
  const remote = Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
  if (remote) return remote;
  const knownNames = Object.keys(registry.remotes).join(', ') || 'none';
  throw new ReleaseError(`There is no remote ${name} in the registry. There are: ${knownNames}.`);
}

function requirePublished(name: string, remote: RemoteReleases, version: string): void {
  if (Object.hasOwn(remote.versions, version)) return;
  throw new ReleaseError(`${name} ${version} is not published. Published: ${Object.keys(remote.versions).join(', ')}.`);
}

function withRemote(registry: Registry, name: string, remote: RemoteReleases, now: Date): Registry {
  return {
    ...registry,
    revision: registry.revision + 1,
    generatedAt: now.toISOString(),
    remotes: { ...registry.remotes, [name]: remote },
  };
}

/**
 * Returns the registry with one more version, which is not live yet.
 * @throws ReleaseError if the version is already published
 */
export function withPublished(registry: Registry, release: Release, now: Date): Registry {
  const { name, version } = release.manifest;
  // Look up own properties only: a remote may have the name of an inherited property, such as `constructor`.
  const remote = (Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined) ?? { versions: {} };
  if (Object.hasOwn(remote.versions, version)) {
    throw new ReleaseError(`${name} ${version} is already published, and a published version never changes. Take a new version.`);
  }
  return withRemote(registry, name, { ...remote, versions: { [version]: release, ...remote.versions } }, now);
}

/** Returns the registry with this version live, or the same registry if the version is already live. @throws ReleaseError */
export function withActivated(registry: Registry, name: string, version: string, now: Date): Registry {
  const remote = requireRemote(registry, name);
  requirePublished(name, remote, version);
  if (remote.active === version) return registry;
  // If the activated version is the canary release, the canary ends, because all users now get this version.
  const canary = remote.canary?.version === version ? undefined : remote.canary;
  return withRemote(
    registry,
    name,
    { ...remote, active: version, activatedAt: now.toISOString(), previous: remote.active, canary },
    now,
  );
}

/** Returns the registry with the previous version live again. @throws ReleaseError if there is no previous version */
export function withRolledBack(registry: Registry, name: string, now: Date): Registry {
  const { active, previous, versions } = requireRemote(registry, name);
  if (previous === undefined) {
    const reason = active === undefined ? 'none was ever live' : `${active} is the first that was made live`;
    const otherVersions = Object.keys(versions).filter((version) => version !== active);
    const alternative = otherVersions.length > 0 ? `, or activate one that is published: ${otherVersions.join(', ')}` : '';
    throw new ReleaseError(
      `${name} has no previous version to go back to: ${reason}. Publish a fixed version and activate it${alternative}.`,
    );
  }
  return withActivated(registry, name, previous, now);
}

/** Returns the registry with this canary, or without a canary. @throws ReleaseError */
export function withCanary(registry: Registry, name: string, canary: Canary | undefined, now: Date): Registry {
  const remote = requireRemote(registry, name);
  if (!canary) return remote.canary ? withRemote(registry, name, { ...remote, canary: undefined }, now) : registry;
  requirePublished(name, remote, canary.version);
  if (remote.active === canary.version) throw new ReleaseError(`${name} ${canary.version} is live for everyone already.`);
  return withRemote(registry, name, { ...remote, canary }, now);
}
