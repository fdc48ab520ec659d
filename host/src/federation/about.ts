import type { ResolvedRemote } from '@console/shared-contract/federation';
import { faultReason } from '@console/shared-ui/core';
import type { About, AboutRemote } from '../shell/federation-view';
import type { FederationState } from './federation';
import { messages } from './messages';
import { hostOffer, hostVersion } from './offer';

function aboutRemote({ name, version, manifest, blocked, override, isCanary }: ResolvedRemote): AboutRemote {
  const remote = { name, title: manifest.title, version };
  if (blocked?.kind === 'disabled') return { ...remote, state: 'disabled' };
  if (blocked) return { ...remote, state: 'failed', note: faultReason(blocked) };
  if (override !== undefined) return { ...remote, state: 'override', note: messages.runsFrom(override) };
  return { ...remote, state: isCanary ? 'canary' : 'live' };
}

/** What runs in this tab. */
export function aboutOf({ remotes, missing }: Pick<FederationState, 'remotes' | 'missing'>): About {
  const unread = missing.map((name): AboutRemote => ({
    name,
    title: name,
    version: '',
    state: 'failed',
    note: faultReason({ kind: 'manifest' }),
  }));
  const all = [...remotes.map(aboutRemote), ...unread];
  return { version: hostVersion, contract: hostOffer.contract, remotes: all.sort((a, b) => a.title.localeCompare(b.title)) };
}
