import * as z from 'zod';
import { Manifest, RemoteName, SemVer } from './manifest';

export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be sha384- and its base64');
const EntryUrl = z.string().regex(/^(\/(?!\/)|https?:\/\/)\S+$/, 'must be a path from the root or an http(s) address');

/** One published version of a remote; its files never change. */
export const Release = z.object({ entry: EntryUrl, integrity: Integrity, manifest: Manifest, publishedAt: z.iso.datetime() });
export const RemoteReleases = z
  .object({ active: SemVer, previous: SemVer.optional(), versions: z.record(SemVer, Release) })
  .refine((remote) => remote.active in remote.versions, 'the active version is not among the versions')
  .refine(
    (remote) => remote.previous === undefined || remote.previous in remote.versions,
    'the previous version is not among the versions',
  );

/** Which version of each remote is live. Grows its revision with each change, which guards concurrent writers. */
export const Registry = z.object({
  schema: z.literal(1),
  revision: z.number().int().nonnegative(),
  generatedAt: z.iso.datetime(),
  remotes: z.record(RemoteName, RemoteReleases),
});

export type Release = z.output<typeof Release>;
export type RemoteReleases = z.output<typeof RemoteReleases>;
export type Registry = z.output<typeof Registry>;

/** The registry as browsers get it: of each remote only the active and the previous version. */
export function publicRegistry(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, remote]): [string, RemoteReleases] => {
    const offered = [remote.active, remote.previous].filter((version) => version !== undefined);
    return [
      name,
      {
        ...remote,
        versions: Object.fromEntries(Object.entries(remote.versions).filter(([version]) => offered.includes(version))),
      },
    ];
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}
