import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { discardMessages } from '../dialogs/discard-messages';
import { hasUnsavedChanges } from './unsaved-changes';

/**
 * Asks for confirmation before navigation discards a changed form. The host mounts this component once in a data router, because
 * React Router supports only one blocker.
 */
export function LeaveGuard() {
  // Allow changes of the query string, such as a search or another tab, because they do not leave the page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={discardMessages.discardTitle}
      confirmLabel={discardMessages.discard}
      cancelLabel={discardMessages.keepEditing}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
