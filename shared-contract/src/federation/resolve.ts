import satisfies from 'semver/functions/satisfies.js';
import * as z from 'zod/mini';
import type { LoadFault } from './faults';
import { Manifest } from './manifest';
import { Integrity } from './registry';

/** What the host offers to remotes; its build writes it as `offer.json`. */
export const HostOffer = z.object({
  contract: z.string().check(z.minLength(1)),
  /** Version of each shared package in the host; a package that is not named is not checked. */
  shared: z.record(z.string(), z.string()),
});
export type HostOffer = z.output<typeof HostOffer>;

/** The version of a remote that a tab works with, from start to end. */
export interface ResolvedRemote {
  name: string;
  version: string;
  /** Address of the entry script, as the registry has it. */
  entry: string;
  /** Absent of a build on a developer's machine, which changes under the page. */
  integrity?: string;
  manifest: Manifest;
  /** Set when no offered version can run in this host: its pages are known and say why they cannot be shown. */
  blocked?: LoadFault;
  /** Set when it is offered to some before it is live for all, and this person is one of them. */
  isCanary?: boolean;
  /** Set when it is not the registry's: the version or address that the override names. */
  override?: string;
}

export type ResolvedRegistry =
  { ok: true; revision: number; remotes: ResolvedRemote[]; faults: LoadFault[] } | { ok: false; message: string };

// Read loosely on purpose: what one remote has published wrongly must not take the others from the screen.
const Envelope = z.object({ schema: z.literal(1), revision: z.number(), remotes: z.record(z.string(), z.unknown()) });
const Pointers = z.object({
  active: z.string(),
  previous: z.optional(z.string()),
  canary: z.optional(z.object({ version: z.string() })),
  versions: z.record(z.string(), z.unknown()),
});
const Candidate = z.object({ entry: z.string().check(z.minLength(1)), integrity: Integrity, manifest: Manifest });
/** `release.json` beside a build's files; that of a development server has no integrity. */
const ReleaseDocument = z.extend(Candidate, { integrity: z.optional(Integrity) });

/** Whether a version is in a semver range. */
export function isInRange(version: string, range: string): boolean {
  return satisfies(version, range);
}

/** The reason why this host cannot run that manifest, or undefined. */
export function findUnmetRequirement(manifest: Manifest, offer: HostOffer): string | undefined {
  if (!isInRange(offer.contract, manifest.contract)) return `needs contract ${manifest.contract}, the host has ${offer.contract}`;
  for (const [name, range] of Object.entries(manifest.shared)) {
    const offered = offer.shared[name];
    if (offered !== undefined && !isInRange(offered, range)) return `needs ${name} ${range}, the host has ${offered}`;
  }
  return undefined;
}

/** A release that can run, one that is readable but blocked, or only the fault. */
export interface ReleaseResult {
  release?: ResolvedRemote;
  fault?: LoadFault;
}

function readRelease(name: string, version: string, value: unknown, offer: HostOffer): ReleaseResult {
  const candidate = Candidate.safeParse(value);
  const at = { remote: name, version };
  if (!candidate.success) return { fault: { kind: 'manifest', message: z.prettifyError(candidate.error), ...at } };
  return checkRelease({ name, version, ...candidate.data }, offer);
}

function checkRelease(release: ResolvedRemote, offer: HostOffer): ReleaseResult {
  const { name, version, manifest } = release;
  const at = { remote: name, version };
  if (manifest.name !== name) return { fault: { kind: 'manifest', message: `the manifest is that of ${manifest.name}`, ...at } };
  const unmet = findUnmetRequirement(manifest, offer);
  if (!unmet) return { release };
  const fault: LoadFault = { kind: 'contract', message: unmet, ...at };
  return { release: { ...release, blocked: fault }, fault };
}

/** Reads the `release.json` of a build that is not the registry's; `entry` is as written there, relative to the document. */
export function resolveRelease(name: string, document: unknown, offer: HostOffer): ReleaseResult {
  const parsed = ReleaseDocument.safeParse(document);
  if (!parsed.success) return { fault: { kind: 'manifest', message: z.prettifyError(parsed.error), remote: name, version: '' } };
  return checkRelease({ name, version: parsed.data.manifest.version, ...parsed.data }, offer);
}

function readRemote(name: string, value: unknown, offer: HostOffer): { remote?: ResolvedRemote; faults: LoadFault[] } {
  const pointers = Pointers.safeParse(value);
  if (!pointers.success)
    return { faults: [{ kind: 'manifest', message: z.prettifyError(pointers.error), remote: name, version: '' }] };
  const { active, previous, canary, versions } = pointers.data;
  const faults: LoadFault[] = [];
  let blocked: ResolvedRemote | undefined;
  for (const version of previous === undefined ? [active] : [active, previous]) {
    const { release, fault } = readRelease(name, version, versions[version], offer);
    if (fault) faults.push(fault);
    else if (release) return { remote: canary?.version === version ? { ...release, isCanary: true } : release, faults };
    blocked ??= release;
  }
  return { remote: blocked, faults };
}

/**
 * Chooses of each remote the version that this host can run: the active one, else the previous one. Never throws;
 * what could not be used is among the faults, a remote at a time.
 */
export function resolveRegistry(document: unknown, offer: HostOffer): ResolvedRegistry {
  const envelope = Envelope.safeParse(document);
  if (!envelope.success) return { ok: false, message: z.prettifyError(envelope.error) };
  const read = Object.entries(envelope.data.remotes).map(([name, value]) => readRemote(name, value, offer));
  return {
    ok: true,
    revision: envelope.data.revision,
    remotes: read.flatMap(({ remote }) => remote ?? []),
    faults: read.flatMap(({ faults }) => faults),
  };
}
