import * as z from 'zod/mini';
import { Manifest, RemoteName, SemVer } from './manifest';

export const Integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be sha384- and its base64'));
const EntryUrl = z.string().check(z.regex(/^(\/(?!\/)|https?:\/\/)\S+$/, 'must be a path from the root or an http(s) URL'));

/** A published version of a micro-frontend. Its files never change. */
export const Release = z.object({ entry: EntryUrl, integrity: Integrity, manifest: Manifest, publishedAt: z.iso.datetime() });
/** A version that is offered to a percentage of the users, to some workspaces, or both, before it is live for everyone. */
export const Canary = z.object({
  version: SemVer,
  /** Percentage of the users, 0 to 100. */
  share: z._default(z.int().check(z.minimum(0), z.maximum(100)), 0),
  workspaces: z._default(z.array(z.string().check(z.minLength(1))), []),
  /** If set, the server itself promotes or rolls back the canary release, after at most this number of page visits. */
  visits: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
});
export const RemoteReleases = z
  .object({
    /** Missing if no version was ever live. */
    active: z.optional(SemVer),
    /** When the active version was made live. */
    activatedAt: z.optional(z.iso.datetime()),
    previous: z.optional(SemVer),
    canary: z.optional(Canary),
    /** Whether browsers report page visits, so that a canary can be compared with the active version. Only in the registry for browsers. */
    reportsVisits: z.optional(z.literal(true)),
    versions: z.record(SemVer, Release),
  })
  .check(
    z.refine(
      (remote) => remote.active === undefined || remote.active in remote.versions,
      'the active version is not among the versions',
    ),
    z.refine(
      (remote) => remote.previous === undefined || remote.previous in remote.versions,
      'the previous version is not among the versions',
    ),
    z.refine(
      (remote) => remote.canary === undefined || remote.canary.version in remote.versions,
      'the canary version is not among the versions',
    ),
  );

/** The published versions of all remotes, and which of them are live. Each change increments `revision`, to detect concurrent writes. */
export const Registry = z.object({
  schema: z.literal(1),
  revision: z.int().check(z.nonnegative()),
  generatedAt: z.iso.datetime(),
  remotes: z.record(RemoteName, RemoteReleases),
});

export type Canary = z.output<typeof Canary>;
export type Release = z.output<typeof Release>;
export type RemoteReleases = z.output<typeof RemoteReleases>;
export type Registry = z.output<typeof Registry>;

/** Whether the requesting user is offered the canary. */
export type CanarySelector = (remote: string, canary: Canary) => boolean;

/** Selects the version to run and the fallback version, and removes data that only release tools need. */
function selectVersions(remote: RemoteReleases, isCanaryUser: boolean): RemoteReleases | undefined {
  const { active, previous, canary, versions } = remote;
  const candidates = isCanaryUser && canary && canary.version !== active ? [canary.version, active] : [active, previous];
  const [offeredVersion, fallbackVersion] = candidates.filter((version) => version !== undefined);
  if (offeredVersion === undefined) return undefined;
  return {
    active: offeredVersion,
    previous: fallbackVersion,
    // Browsers learn that this version is a canary, but not which other users get the canary.
    canary:
      isCanaryUser && canary?.version === offeredVersion ? { version: offeredVersion, share: 0, workspaces: [] } : undefined,
    ...(canary && canary.version !== active && { reportsVisits: true }),
    versions: Object.fromEntries(
      Object.entries(versions).filter(([version]) => version === offeredVersion || version === fallbackVersion),
    ),
  };
}

/** Returns the registry for browsers: for each remote the version to run and the fallback version. */
export function toPublicRegistry(registry: Registry, isCanaryUser: CanarySelector = () => false): Registry {
  const remotes = Object.entries(registry.remotes).flatMap(([name, remote]): [string, RemoteReleases][] => {
    const offeredVersions = selectVersions(remote, remote.canary !== undefined && isCanaryUser(name, remote.canary));
    return offeredVersions ? [[name, offeredVersions]] : [];
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}
