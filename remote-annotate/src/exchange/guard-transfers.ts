import { consoleStore, registerBeforeLogout, signedInAtom } from '@console/shared-auth';

/** Files that this tab is sending. */
interface Transfers {
  readonly pendingCount: number;
  subscribe: (listener: () => void) => () => void;
  clear: () => void;
}

/** Warns before the user closes the tab or signs out while files are being sent. Clears the transfers when the session ends. */
export function guardTransfers(transfers: Transfers, getLogoutWarning: (pendingCount: number) => string): void {
  // Create a new function in each call. Otherwise, the end of one kind of transfer would remove the warning for another kind.
  const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  let isRegistered = false;
  // Register the listener only during transfers: a `beforeunload` listener excludes the page from the back/forward cache.
  transfers.subscribe(() => {
    const isPending = transfers.pendingCount > 0;
    if (isPending === isRegistered) return;
    isRegistered = isPending;
    if (isPending) window.addEventListener('beforeunload', warnBeforeLeaving);
    else window.removeEventListener('beforeunload', warnBeforeLeaving);
  });
  registerBeforeLogout(() => (transfers.pendingCount > 0 ? getLogoutWarning(transfers.pendingCount) : null));
  consoleStore.sub(signedInAtom, () => {
    if (!consoleStore.get(signedInAtom)) transfers.clear();
  });
}
