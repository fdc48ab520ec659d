import type { ResolvedRemote } from '@console/shared-contract/federation';
import { describeFault } from '@console/shared-ui/core';
import type { About, AboutRemote } from '../federation-view/federation-view';
import type { FederationState } from './federation';
import { messages } from './messages';
import { hostOffer, hostVersion } from './offer';

function describeRemote({
  name,
  version,
  entry,
  manifest,
  blocked,
  override,
  isCanary,
  isFallback,
}: ResolvedRemote): AboutRemote {
  const remote = { name, title: manifest.title, version, folder: new URL('.', new URL(entry, document.baseURI)).href };
  if (blocked?.kind === 'disabled') return { ...remote, state: 'disabled' };
  if (blocked) return { ...remote, state: 'failed', note: describeFault(blocked) };
  if (override !== undefined) return { ...remote, state: 'override', note: messages.runsFrom(override) };
  if (isFallback) return { ...remote, state: 'fallback' };
  return { ...remote, state: isCanary ? 'canary' : 'live' };
}

/** Returns the versions of the host and of all remotes in this tab. */
export function getAbout({ remotes, missing }: Pick<FederationState, 'remotes' | 'missing'>): About {
  const unreadable = missing.map((name): AboutRemote => ({
    name,
    title: name,
    version: '',
    state: 'failed',
    note: describeFault({ kind: 'manifest' }),
  }));
  const abouts = [...remotes.map(describeRemote), ...unreadable];
  return { version: hostVersion, contract: hostOffer.contract, remotes: abouts.sort((a, b) => a.title.localeCompare(b.title)) };
}
