import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { messages } from '../messages';
import { hasUnsavedChanges } from './unsaved-changes';

/**
 * Asks before another page takes the place of one with a changed form. Mounted once, by the host, in a data router: a
 * router has one blocker.
 */
export function LeaveGuard() {
  // A search or a tab in the address is the same page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={messages.discardTitle}
      confirmLabel={messages.discard}
      cancelLabel={messages.keepEditing}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
