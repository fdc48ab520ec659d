import { useSession } from '@console/shared-auth';
import { useSyncExternalStore } from 'react';
import type { Outbox } from '../outbox';
import type { SaveState } from '../types';
import { consoleOutboxes } from './console-outboxes';

/** The signed-in user's outbox in a workspace; null while nobody is signed in or no workspace is known. */
export function useOutbox(workspaceId: string | null): Outbox | null {
  const { user } = useSession();
  return user && workspaceId ? consoleOutboxes().of(user.id, workspaceId) : null;
}

/** What to show of the person's unsent work. */
export function useSaveState(outbox: Outbox): SaveState {
  return useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.saveState,
  );
}
