import type { HostOffer, LoadFault, ResolvedRemote } from '@console/shared-contract/federation';
import type { Override } from './tab-overrides';

/** A development server responds only after its first build. */
const TIMEOUT_MS = { published: 15_000, developer: 60_000 };

interface OverrideDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  offer: HostOffer;
}

type ReadRelease = { ok: true; document: unknown } | { ok: false; kind: LoadFault['kind']; message: string };

async function fetchRelease({ releaseUrl, isPublished }: Override, { fetch }: OverrideDeps): Promise<ReadRelease> {
  const timeout = AbortSignal.timeout(isPublished ? TIMEOUT_MS.published : TIMEOUT_MS.developer);
  try {
    const response = await fetch(releaseUrl, { signal: timeout, cache: isPublished ? 'default' : 'no-store' });
    if (!response.ok) return { ok: false, kind: 'network', message: `${releaseUrl} responded with status ${response.status}` };
    const text = await response.text();
    try {
      return { ok: true, document: JSON.parse(text) };
    } catch {
      return { ok: false, kind: 'manifest', message: `${releaseUrl} is not valid JSON` };
    }
  } catch (error) {
    const kind = timeout.aborted ? 'timeout' : 'network';
    return { ok: false, kind, message: `${releaseUrl} could not be fetched: ${String(error)}` };
  }
}

/**
 * Finds the version of a remote that an override selects. If the override cannot be used, the pages of the registered version remain in
 * the navigation but show the error. The registered version never runs in place of an override. `remote` is undefined only if the
 * registry does not contain the remote.
 */
export async function resolveOverride(
  override: Override,
  registeredRemote: ResolvedRemote | undefined,
  deps: OverrideDeps,
): Promise<{ remote?: ResolvedRemote; fault?: LoadFault }> {
  const { name, source, isPublished } = override;
  const toFailure = (
    kind: LoadFault['kind'],
    message: string,
    knownRemote = registeredRemote,
    version = isPublished ? source : '',
  ) => {
    const fault: LoadFault = { kind, message, remote: name, version, override: source };
    return { fault, remote: knownRemote && { ...knownRemote, version, override: source, blocked: fault } };
  };
  const result = await fetchRelease(override, deps);
  if (!result.ok) return toFailure(result.kind, result.message);
  const { resolveRelease } = await import('../registry/contract-code');
  const { release, fault } = resolveRelease(name, result.document, deps.offer);
  if (!release) return toFailure('manifest', fault?.message ?? '');
  if (isPublished && release.integrity === undefined) return toFailure('manifest', 'a published release must have an integrity');
  if (fault) return toFailure(fault.kind, fault.message, release, release.version);
  const { entry, integrity, ...rest } = release;
  const entryUrl = new URL(entry, new URL(override.releaseUrl, document.baseURI)).href;
  return { remote: { ...rest, entry: entryUrl, integrity: isPublished ? integrity : undefined, override: source } };
}
