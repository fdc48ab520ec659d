import { consoleStore, registerBeforeLogout, signedInAtom } from '@console/shared-auth';
import { useSyncExternalStore } from 'react';
import { importMessages } from '../data/import-messages';
import { ImportSender, type SendingState } from './import-sender';
import { refreshImports } from '../data/imports.queries';

/** The sender of this tab. It continues while the dialog is closed or another page is open. */
export const sender = new ImportSender(() => void refreshImports());

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let isGuarded = false;
// Registered only while sending: a `beforeunload` listener excludes the page from the back/forward cache.
sender.subscribe(() => {
  const needsGuard = sender.pendingCount > 0;
  if (needsGuard === isGuarded) return;
  isGuarded = needsGuard;
  if (needsGuard) window.addEventListener('beforeunload', warnBeforeLeaving);
  else window.removeEventListener('beforeunload', warnBeforeLeaving);
});

registerBeforeLogout(() => (sender.pendingCount > 0 ? importMessages.sending.beforeLogout : null));
consoleStore.sub(signedInAtom, () => {
  if (!consoleStore.get(signedInAtom)) sender.clear();
});

/** Returns the sending state of an import in this tab, or null. */
export function useSending(importId: string): SendingState | null {
  return useSyncExternalStore(sender.subscribe, () => sender.getState(importId));
}
