import satisfies from 'semver/functions/satisfies.js';
import * as z from 'zod/mini';
import type { LoadFault } from './faults';
import { Manifest } from './manifest';
import { Integrity } from './registry';

/** Versions of the contract and of shared packages that the host offers. The build of the host writes them to `offer.json`. */
export const HostOffer = z.object({
  contract: z.string().check(z.minLength(1)),
  /** Version of each shared package in the host. Packages that are not listed are not checked. */
  shared: z.record(z.string(), z.string()),
});
export type HostOffer = z.output<typeof HostOffer>;

/** The version of a remote that a tab uses until it is closed or reloaded. */
export interface ResolvedRemote {
  name: string;
  version: string;
  /** URL of the entry script, as written in the registry. */
  entry: string;
  /** Missing for a development build, whose files change while the page is open. */
  integrity?: string;
  manifest: Manifest;
  /** Set if no offered version can run in this host. The pages of the remote then show this reason. */
  blocked?: LoadFault;
  /** Set if this version is a canary release that this user is offered. */
  isCanary?: boolean;
  /** Set if this host cannot run the active version and uses the previous version. */
  isFallback?: boolean;
  /** Set if the host reports the visits to the pages of this remote to the server. */
  reportsVisits?: boolean;
  /** The version or URL from the override. Missing if the release comes from the registry. */
  override?: string;
}

/** The micro-frontends that a tab can run, and the faults of the micro-frontends that it cannot run. */
export type ResolvedRegistry =
  | { ok: true; revision: number; remotes: ResolvedRemote[]; faults: LoadFault[] }
  | { ok: false; message: string };

// These schemas are lenient: an invalid release of one remote must not make the other remotes unavailable.
const RegistryEnvelope = z.object({ schema: z.literal(1), revision: z.number(), remotes: z.record(z.string(), z.unknown()) });
const VersionPointers = z.object({
  active: z.string(),
  previous: z.optional(z.string()),
  canary: z.optional(z.object({ version: z.string() })),
  reportsVisits: z.optional(z.boolean()),
  versions: z.record(z.string(), z.unknown()),
});
const ReleaseEntry = z.object({ entry: z.string().check(z.minLength(1)), integrity: Integrity, manifest: Manifest });
/** The `release.json` of a build. A development server does not provide an integrity hash. */
const ReleaseDocument = z.extend(ReleaseEntry, { integrity: z.optional(Integrity) });

/** Whether a version satisfies a semver range. */
export function isInRange(version: string, range: string): boolean {
  return satisfies(version, range);
}

/** Returns why this host cannot run the manifest, or undefined if it can. */
export function findUnmetRequirement(manifest: Manifest, offer: HostOffer): string | undefined {
  if (!isInRange(offer.contract, manifest.contract)) return `needs contract ${manifest.contract}, the host has ${offer.contract}`;
  for (const [name, range] of Object.entries(manifest.shared)) {
    const offeredVersion = offer.shared[name];
    if (offeredVersion !== undefined && !isInRange(offeredVersion, range))
      return `needs ${name} ${range}, the host has ${offeredVersion}`;
  }
  return undefined;
}

/** Result for one release: a remote that can run, a blocked remote with its fault, or only a fault. */
export interface ReleaseResult {
  release?: ResolvedRemote;
  fault?: LoadFault;
}

function parseRelease(name: string, version: string, value: unknown, offer: HostOffer): ReleaseResult {
  const parsedEntry = ReleaseEntry.safeParse(value);
  const releaseReference = { remote: name, version };
  if (!parsedEntry.success)
    return { fault: { kind: 'manifest', message: z.prettifyError(parsedEntry.error), ...releaseReference } };
  return checkRelease({ name, version, ...parsedEntry.data }, offer);
}

function checkRelease(release: ResolvedRemote, offer: HostOffer): ReleaseResult {
  const { name, version, manifest } = release;
  const releaseReference = { remote: name, version };
  if (manifest.name !== name)
    return { fault: { kind: 'manifest', message: `the manifest belongs to ${manifest.name}`, ...releaseReference } };
  const unmetRequirement = findUnmetRequirement(manifest, offer);
  if (!unmetRequirement) return { release };
  const fault: LoadFault = { kind: 'contract', message: unmetRequirement, ...releaseReference };
  return { release: { ...release, blocked: fault }, fault };
}

/** Parses the `release.json` of a build outside the registry. The URL in `entry` stays relative to this document. */
export function resolveRelease(name: string, document: unknown, offer: HostOffer): ReleaseResult {
  const parsedDocument = ReleaseDocument.safeParse(document);
  if (!parsedDocument.success)
    return { fault: { kind: 'manifest', message: z.prettifyError(parsedDocument.error), remote: name, version: '' } };
  return checkRelease({ name, version: parsedDocument.data.manifest.version, ...parsedDocument.data }, offer);
}

function parseRemote(name: string, value: unknown, offer: HostOffer): { remote?: ResolvedRemote; faults: LoadFault[] } {
  const pointers = VersionPointers.safeParse(value);
  if (!pointers.success)
    return { faults: [{ kind: 'manifest', message: z.prettifyError(pointers.error), remote: name, version: '' }] };
  const { active, previous, canary, reportsVisits, versions } = pointers.data;
  const faults: LoadFault[] = [];
  let blockedRemote: ResolvedRemote | undefined;
  for (const version of previous === undefined ? [active] : [active, previous]) {
    const { release, fault } = parseRelease(name, version, versions[version], offer);
    if (fault) faults.push(fault);
    else if (release) {
      const isFallback = version !== active;
      const isCanary = canary?.version === version;
      const flags = { ...(isCanary && { isCanary }), ...(isFallback && { isFallback }), ...(reportsVisits && { reportsVisits }) };
      return { remote: { ...release, ...flags }, faults };
    }
    blockedRemote ??= release;
  }
  return { remote: blockedRemote, faults };
}

/**
 * Selects for each remote the version that this host can run: the active version, otherwise the previous version. Never throws.
 * Releases that cannot be used are listed in `faults`.
 */
export function resolveRegistry(document: unknown, offer: HostOffer): ResolvedRegistry {
  const envelope = RegistryEnvelope.safeParse(document);
  if (!envelope.success) return { ok: false, message: z.prettifyError(envelope.error) };
  const parsedRemotes = Object.entries(envelope.data.remotes).map(([name, value]) => parseRemote(name, value, offer));
  return {
    ok: true,
    revision: envelope.data.revision,
    remotes: parsedRemotes.flatMap(({ remote }) => remote ?? []),
    faults: parsedRemotes.flatMap(({ faults }) => faults),
  };
}
