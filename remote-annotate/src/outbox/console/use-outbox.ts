import { useSession } from '@console/shared-auth';
import { useSyncExternalStore } from 'react';
import type { Outbox } from '../service/outbox';
import type { SaveState } from '../entries/types';
import { getConsoleOutboxes } from './console-outboxes';

/** Returns the signed-in user's outbox (queue of unsent changes) in a workspace, or null without a user or workspace. */
export function useOutbox(workspaceId: string | null): Outbox | null {
  const { user } = useSession();
  return user && workspaceId ? getConsoleOutboxes().getOutbox(user.id, workspaceId) : null;
}

/** Returns the save state of the user's work for display. */
export function useSaveState(outbox: Outbox): SaveState {
  return useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.saveState,
  );
}
