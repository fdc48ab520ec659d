import type { HostOffer, LoadFault, ResolvedRemote } from '@console/shared-contract/federation';
import { TimeoutError, withTimeout } from '../timeout';
import { REGISTRY_URL } from './registry-url';

export interface RegistryDeps {
  fetch: (url: string) => Promise<Response>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  offer: HostOffer;
}
/** Result of reading the registry. `ok` is false if neither the registry nor a stored copy could be read. */
export interface LoadedRegistry {
  ok: boolean;
  remotes: ResolvedRemote[];
  /** Problems with the registry or its remotes, including those that the stored copy solved. */
  faults: LoadFault[];
  /** Whether a version is in a semver range. */
  isInRange: (version: string, range: string) => boolean;
}

const STORAGE_KEY = 'console.registry';
/** The timeout is short if there is a stored copy to fall back on. */
const TIMEOUT_MS = { withStoredCopy: 4000, withoutStoredCopy: 15_000 };

type FetchResult = { ok: true; document: unknown } | { ok: false; fault: LoadFault };
type RegistryDocument = { remotes: Record<string, unknown> };

function isRegistryDocument(value: unknown): value is RegistryDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    'remotes' in value &&
    typeof value.remotes === 'object' &&
    value.remotes !== null
  );
}

function createFault(kind: LoadFault['kind'], message: string): LoadFault {
  return { kind, message, remote: '', version: '' };
}

async function fetchDocument({ fetch }: RegistryDeps, timeoutMs: number): Promise<FetchResult> {
  try {
    // The fetch may have been started early. It continues after the timeout, and a retry can still use it.
    const text = await withTimeout(
      fetch(REGISTRY_URL).then(async (response) =>
        response.ok ? response.text() : Promise.reject(new Error(`responded with status ${response.status}`)),
      ),
      timeoutMs,
    );
    return parseDocument(text);
  } catch (error) {
    return {
      ok: false,
      fault: createFault(
        error instanceof TimeoutError ? 'timeout' : 'network',
        `the registry could not be fetched: ${String(error)}`,
      ),
    };
  }
}

function parseDocument(text: string): FetchResult {
  try {
    return { ok: true, document: JSON.parse(text) };
  } catch {
    return { ok: false, fault: createFault('manifest', 'the registry is not valid JSON') };
  }
}

/** Reads the stored copy. The stored text may be truncated, edited by hand or from another program. */
function readStoredCopy({ storage }: RegistryDeps): RegistryDocument | undefined {
  try {
    const storedCopy: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
    return isRegistryDocument(storedCopy) ? storedCopy : undefined;
  } catch {
    return undefined;
  }
}

function storeCopy({ storage }: RegistryDeps, document: unknown): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(document));
  } catch {
    // If the storage is full or blocked, the next start has no stored copy.
  }
}

/** Replaces each invalid micro-frontend of a document with its entry in the stored copy, if there is one. */
function repairDocument(
  document: RegistryDocument,
  storedCopy: RegistryDocument | undefined,
  brokenNames: string[],
): RegistryDocument {
  const storedRemotes = storedCopy?.remotes ?? {};
  const repairs = brokenNames.filter((name) => Object.hasOwn(storedRemotes, name)).map((name) => [name, storedRemotes[name]]);
  return { ...document, remotes: { ...document.remotes, ...Object.fromEntries(repairs) } };
}

/**
 * Loads the registry. If it cannot be read, or one of its remotes is invalid, the copy stored in this browser is used instead.
 * Never rejects. `ok` is false if neither is available.
 */
export async function loadRegistry(deps: RegistryDeps): Promise<LoadedRegistry> {
  try {
    return await loadFetchedOrStoredRegistry(deps);
  } catch (error) {
    return {
      ok: false,
      remotes: [],
      faults: [createFault('chunk', `the registry cannot be read: ${String(error)}`)],
      isInRange: () => false,
    };
  }
}

async function loadFetchedOrStoredRegistry(deps: RegistryDeps): Promise<LoadedRegistry> {
  const storedCopy = readStoredCopy(deps);
  const hasStoredCopy = storedCopy !== undefined;
  // The schemas are 30 kB that sign-in does not need. They are loaded in parallel with the registry.
  const [fetchResult, { isInRange, resolveRegistry }] = await Promise.all([
    fetchDocument(deps, hasStoredCopy ? TIMEOUT_MS.withStoredCopy : TIMEOUT_MS.withoutStoredCopy),
    import('./contract-code'),
  ]);
  const storedRegistry = resolveRegistry(storedCopy, deps.offer);
  const fetchedRegistry = fetchResult.ok ? resolveRegistry(fetchResult.document, deps.offer) : undefined;
  if (!fetchResult.ok || !fetchedRegistry?.ok) {
    const reason = fetchResult.ok
      ? createFault('manifest', fetchedRegistry && !fetchedRegistry.ok ? fetchedRegistry.message : '')
      : fetchResult.fault;
    if (!storedRegistry.ok) return { ok: false, remotes: [], faults: [reason], isInRange };
    return { ok: true, remotes: storedRegistry.remotes, faults: [reason, ...storedRegistry.faults], isInRange };
  }
  const usableNames = new Set(fetchedRegistry.remotes.map((remote) => remote.name));
  const brokenNames = fetchedRegistry.faults.map((fault) => fault.remote).filter((name) => !usableNames.has(name));
  const document = repairDocument(fetchResult.document as RegistryDocument, storedCopy, brokenNames);
  storeCopy(deps, document);
  const resolvedRegistry = brokenNames.length > 0 ? resolveRegistry(document, deps.offer) : fetchedRegistry;
  return {
    ok: true,
    remotes: resolvedRegistry.ok ? resolvedRegistry.remotes : fetchedRegistry.remotes,
    faults: fetchedRegistry.faults,
    isInRange,
  };
}
