import { type HostOffer, type LoadFault, type ResolvedRemote, resolveRegistry } from '@console/shared-contract/federation';

export interface RegistryDeps {
  fetch: typeof fetch;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  offer: HostOffer;
}
export interface LoadedRegistry {
  ok: boolean;
  remotes: ResolvedRemote[];
  /** What could not be used, also where the last good one stood in for it. */
  faults: LoadFault[];
}

const URL = '/registry.json';
const STORAGE_KEY = 'console.registry';
/** With a last good one at hand there is no reason to keep a person waiting. */
const PATIENCE_MS = { withLastGood: 4000, without: 15_000 };

type Fetched = { ok: true; document: unknown } | { ok: false; fault: LoadFault };
type Doc = { remotes: Record<string, unknown> };

function fault(kind: LoadFault['kind'], message: string): LoadFault {
  return { kind, message, remote: '', version: '' };
}

async function fetchDocument({ fetch }: RegistryDeps, timeoutMs: number): Promise<Fetched> {
  try {
    const response = await fetch(URL, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return { ok: false, fault: fault('network', `the registry was answered with ${response.status}`) };
    const text = await response.text();
    try {
      return { ok: true, document: JSON.parse(text) };
    } catch {
      return { ok: false, fault: fault('manifest', 'the registry is not JSON') };
    }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { ok: false, fault: fault(timedOut ? 'timeout' : 'network', `the registry could not be fetched: ${String(error)}`) };
  }
}

function readLastGood({ storage }: RegistryDeps): unknown {
  try {
    return JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return null;
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
function mended(document: Doc, lastGood: unknown, broken: string[]): Doc {
  const old = (lastGood as Doc | null)?.remotes ?? {};
  const repairs = broken.filter((name) => name in old).map((name) => [name, old[name]]);
  return { ...document, remotes: { ...document.remotes, ...Object.fromEntries(repairs) } };
}

/**
 * Reads the registry. Where it cannot be read, or has one remote wrongly, the last good one of this browser stands in.
 * Never rejects; `ok` is false when there is nothing at all to go by.
 */
export async function loadRegistry(deps: RegistryDeps): Promise<LoadedRegistry> {
  const lastGood = readLastGood(deps);
  const fallback = resolveRegistry(lastGood, deps.offer);
  const fetched = await fetchDocument(deps, fallback.ok ? PATIENCE_MS.withLastGood : PATIENCE_MS.without);
  const fresh = fetched.ok ? resolveRegistry(fetched.document, deps.offer) : undefined;
  if (!fetched.ok || !fresh?.ok) {
    const reason = fetched.ok ? fault('manifest', fresh && !fresh.ok ? fresh.message : '') : fetched.fault;
    if (!fallback.ok) return { ok: false, remotes: [], faults: [reason] };
    return { ok: true, remotes: fallback.remotes, faults: [reason, ...fallback.faults] };
  }
  const usable = new Set(fresh.remotes.map((remote) => remote.name));
  const broken = fresh.faults.map((each) => each.remote).filter((name) => !usable.has(name));
  const document = mended(fetched.document as Doc, lastGood, broken);
  keep(deps, document);
  const resolved = broken.length > 0 ? resolveRegistry(document, deps.offer) : fresh;
  return { ok: true, remotes: resolved.ok ? resolved.remotes : fresh.remotes, faults: fresh.faults };
}
