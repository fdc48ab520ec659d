import { api, useCanCall, useSeesWorkspace, useSession, useWorkspace } from '@console/shared-auth';
import type { ChangeSet } from '@console/shared-contract/api';
import { registerUndoShortcut, useNotify } from '@console/shared-ui/basics';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { matchPath } from 'react-router-dom';
import { lastChangeMessages } from './last-change-messages';

const LastChangeDialog = lazy(async () => ({ default: (await import('./undo-dialog')).LastChangeDialog }));

/** Pages that use Ctrl+Z to undo the last step on an image or item. */
const PATHS_WITH_OWN_UNDO = ['/image/:id', '/imagejob/:id', '/similarityjob/:id'];
/** Number of the user's newest change sets that are searched for one that was not undone. */
const MAX_SEARCHED_CHANGE_SETS = 50;

/**
 * After Ctrl+Z, offers to undo the user's last change. This does not apply in text fields and on pages that use Ctrl+Z
 * themselves. While a toast offers Undo, Ctrl+Z triggers the Undo of the toast. Returns the dialog.
 */
export function useUndoLastChange(pathname: string): ReactNode {
  const { user } = useSession();
  const { workspaceId } = useWorkspace();
  const notify = useNotify();
  const [lastChange, setLastChange] = useState<ChangeSet | null>(null);
  const userId = user?.id;
  const isPermitted = useCanCall<'POST /history/v2/undo'>('annotate');
  const seesWorkspace = useSeesWorkspace();
  const canUndo = isPermitted && seesWorkspace;
  const hasOwnUndo = PATHS_WITH_OWN_UNDO.some((path) => matchPath(path, pathname));
  useEffect(() => {
    if (hasOwnUndo || !canUndo || userId === undefined || workspaceId === null) return undefined;
    return registerUndoShortcut(() => {
      void findLastChange(userId, workspaceId).then(
        (foundSet) => (foundSet ? setLastChange(foundSet) : notify.info({ title: lastChangeMessages.nothingToUndo })),
        () => notify.danger({ title: lastChangeMessages.undoFailed }),
      );
    });
  }, [hasOwnUndo, canUndo, userId, workspaceId, notify]);
  return lastChange && lastChange.user?.id === userId ? (
    <Suspense fallback={null}>
      <LastChangeDialog key={lastChange.id} set={lastChange} onClose={() => setLastChange(null)} />
    </Suspense>
  ) : null;
}

/**
 * Finds the last change of the user that can be undone. Undos are skipped, so that the next Ctrl+Z undoes the previous change.
 * Changes of members are skipped, because undoing the user's own joining would end the membership.
 */
async function findLastChange(userId: string, workspaceId: string): Promise<ChangeSet | undefined> {
  const { results } = await api.call('GET /history/v2/set/', {
    query: { user: userId, origin: 'console', limit: MAX_SEARCHED_CHANGE_SETS },
    workspace: workspaceId,
  });
  return results.find(
    (changeSet) =>
      changeSet.can_undo && changeSet.undone_by === null && changeSet.undoes === null && !changeSet.kinds.includes('membership'),
  );
}
