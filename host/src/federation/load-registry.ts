import type { HostOffer, LoadFault, ResolvedRemote } from '@console/shared-contract/federation';
import { REGISTRY_URL } from './registry-url';

export interface RegistryDeps {
  fetch: (url: string) => Promise<Response>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  offer: HostOffer;
}
export interface LoadedRegistry {
  ok: boolean;
  remotes: ResolvedRemote[];
  /** What could not be used, also where the last good one stood in for it. */
  faults: LoadFault[];
  /** Whether a version is in a semver range. */
  inRange: (version: string, range: string) => boolean;
}

const STORAGE_KEY = 'console.registry';
/** With a last good one at hand there is no reason to keep a person waiting. */
const PATIENCE_MS = { withLastGood: 4000, without: 15_000 };

type Fetched = { ok: true; document: unknown } | { ok: false; fault: LoadFault };
type Doc = { remotes: Record<string, unknown> };

function isDoc(value: unknown): value is Doc {
  return (
    typeof value === 'object' &&
    value !== null &&
    'remotes' in value &&
    typeof value.remotes === 'object' &&
    value.remotes !== null
  );
}

class TimedOut extends Error {}

function fault(kind: LoadFault['kind'], message: string): LoadFault {
  return { kind, message, remote: '', version: '' };
}

/** Rejects after that time. The fetch itself goes on: it may have been begun before, and serve a retry. */
async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

async function fetchDocument({ fetch }: RegistryDeps, timeoutMs: number): Promise<Fetched> {
  try {
    const text = await within(
      fetch(REGISTRY_URL).then(async (response) =>
        response.ok ? response.text() : Promise.reject(new Error(`answered with ${response.status}`)),
      ),
      timeoutMs,
    );
    return parsed(text);
  } catch (error) {
    return {
      ok: false,
      fault: fault(error instanceof TimedOut ? 'timeout' : 'network', `the registry could not be fetched: ${String(error)}`),
    };
  }
}

function parsed(text: string): Fetched {
  try {
    return { ok: true, document: JSON.parse(text) };
  } catch {
    return { ok: false, fault: fault('manifest', 'the registry is not JSON') };
  }
}

/** What the storage has may be cut off, of another program, or written by hand. */
function readLastGood({ storage }: RegistryDeps): Doc | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
    return isDoc(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function keep({ storage }: RegistryDeps, document: unknown): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(document));
  } catch {
    // A full or forbidden storage costs the fallback, not the console.
  }
}

/** The document with what the last good one has of the remotes that it has wrongly. */
function mended(document: Doc, lastGood: Doc | undefined, broken: string[]): Doc {
  const old = lastGood?.remotes ?? {};
  const repairs = broken.filter((name) => Object.hasOwn(old, name)).map((name) => [name, old[name]]);
  return { ...document, remotes: { ...document.remotes, ...Object.fromEntries(repairs) } };
}

/**
 * Reads the registry. Where it cannot be read, or has one remote wrongly, the last good one of this browser stands in.
 * Never rejects; `ok` is false when there is nothing at all to go by.
 */
export async function loadRegistry(deps: RegistryDeps): Promise<LoadedRegistry> {
  try {
    return await read(deps);
  } catch (error) {
    return {
      ok: false,
      remotes: [],
      faults: [fault('chunk', `the registry cannot be read: ${String(error)}`)],
      inRange: () => false,
    };
  }
}

async function read(deps: RegistryDeps): Promise<LoadedRegistry> {
  const lastGood = readLastGood(deps);
  const hasLastGood = lastGood !== undefined;
  // The schemas are 30 kB that sign-in needs not load; they come beside the registry itself.
  const [fetched, { inRange, resolveRegistry }] = await Promise.all([
    fetchDocument(deps, hasLastGood ? PATIENCE_MS.withLastGood : PATIENCE_MS.without),
    import('./contract-code'),
  ]);
  const fallback = resolveRegistry(lastGood, deps.offer);
  const fresh = fetched.ok ? resolveRegistry(fetched.document, deps.offer) : undefined;
  if (!fetched.ok || !fresh?.ok) {
    const reason = fetched.ok ? fault('manifest', fresh && !fresh.ok ? fresh.message : '') : fetched.fault;
    if (!fallback.ok) return { ok: false, remotes: [], faults: [reason], inRange };
    return { ok: true, remotes: fallback.remotes, faults: [reason, ...fallback.faults], inRange };
  }
  const usable = new Set(fresh.remotes.map((remote) => remote.name));
  const broken = fresh.faults.map((each) => each.remote).filter((name) => !usable.has(name));
  const document = mended(fetched.document as Doc, lastGood, broken);
  keep(deps, document);
  const resolved = broken.length > 0 ? resolveRegistry(document, deps.offer) : fresh;
  return { ok: true, remotes: resolved.ok ? resolved.remotes : fresh.remotes, faults: fresh.faults, inRange };
}
