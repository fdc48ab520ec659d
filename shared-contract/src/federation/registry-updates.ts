import type { Canary, Registry, Release, RemoteReleases } from './registry';

/** A move that cannot be made, in words for whoever asked for it. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

function requireRemote(registry: Registry, name: string): RemoteReleases {
  const remote = Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
  if (remote) return remote;
  const known = Object.keys(registry.remotes).join(', ') || 'none';
  throw new ReleaseError(`There is no remote ${name} in the registry. There are: ${known}.`);
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

/** The registry with one more version, not live. @throws ReleaseError when that version is published: it never changes */
export function withPublished(registry: Registry, release: Release, now: Date): Registry {
  const { name, version } = release.manifest;
  // A remote may be called as what every object has: `constructor`.
  const remote = (Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined) ?? { versions: {} };
  if (Object.hasOwn(remote.versions, version)) {
    throw new ReleaseError(`${name} ${version} is already published, and a published version never changes. Take a new version.`);
  }
  return withRemote(registry, name, { ...remote, versions: { [version]: release, ...remote.versions } }, now);
}

/** The registry with that version live; one that is live already stays as it is. @throws ReleaseError */
export function withActivated(registry: Registry, name: string, version: string, now: Date): Registry {
  const remote = requireRemote(registry, name);
  requirePublished(name, remote, version);
  if (remote.active === version) return registry;
  // A canary that went live has done its work.
  const canary = remote.canary?.version === version ? undefined : remote.canary;
  return withRemote(
    registry,
    name,
    { ...remote, active: version, activatedAt: now.toISOString(), previous: remote.active, canary },
    now,
  );
}

/** The registry with the previous version live again. @throws ReleaseError when there is none */
export function withRolledBack(registry: Registry, name: string, now: Date): Registry {
  const { active, previous, versions } = requireRemote(registry, name);
  if (previous === undefined) {
    const why = active === undefined ? 'none was ever live' : `${active} is the first that was made live`;
    const others = Object.keys(versions).filter((version) => version !== active);
    const orElse = others.length > 0 ? `, or activate one that is published: ${others.join(', ')}` : '';
    throw new ReleaseError(
      `${name} has no previous version to go back to: ${why}. Publish a mended version and activate it${orElse}.`,
    );
  }
  return withActivated(registry, name, previous, now);
}

/** The registry with that canary, or with none. @throws ReleaseError */
export function withCanary(registry: Registry, name: string, canary: Canary | undefined, now: Date): Registry {
  const remote = requireRemote(registry, name);
  if (!canary) return remote.canary ? withRemote(registry, name, { ...remote, canary: undefined }, now) : registry;
  requirePublished(name, remote, canary.version);
  if (remote.active === canary.version) throw new ReleaseError(`${name} ${canary.version} is live for everyone already.`);
  return withRemote(registry, name, { ...remote, canary }, now);
}
