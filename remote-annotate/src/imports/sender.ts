import { consoleStore, registerBeforeLogout, signedInAtom } from '@console/shared-auth';
import { useSyncExternalStore } from 'react';
import { importMessages } from '../import-messages';
import { ImportSender, type SendingState } from './import-sender';
import { importChanged } from './imports.queries';

/** The tab's: it goes on while the dialog is closed and another page is open. */
export const sender = new ImportSender(() => void importChanged());

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let isGuarded = false;
// Held only while something is sent: a page with such a listener cannot be kept in the browser's back/forward cache.
sender.subscribe(() => {
  const needsGuard = sender.pending > 0;
  if (needsGuard === isGuarded) return;
  isGuarded = needsGuard;
  if (needsGuard) window.addEventListener('beforeunload', warnBeforeLeaving);
  else window.removeEventListener('beforeunload', warnBeforeLeaving);
});

registerBeforeLogout(() => (sender.pending > 0 ? importMessages.sending.beforeLogout : null));
consoleStore.sub(signedInAtom, () => {
  if (!consoleStore.get(signedInAtom)) sender.clear();
});

/** What of an import this tab is sending. */
export function useSending(importId: string): SendingState | null {
  return useSyncExternalStore(sender.subscribe, () => sender.stateOf(importId));
}
