import { useEffect } from 'react';
import type { Editor, ShapeId } from '../../editor';
import { readStoredIds } from './stored-json';

const STORAGE_KEY_PREFIX = 'annotate.locks.';

/**
 * Stores which shapes of an image are locked, until the tab is closed. A shape that was drawn in this tab will be loaded with its row id,
 * so both the local id and the row id are stored.
 */
export function useStoredLocks(editor: Editor, imageId: string): void {
  useEffect(() => {
    editor.setLocked(readStoredIds(sessionStorage, STORAGE_KEY_PREFIX + imageId), true);
    const storeLockedIds = () => storeLocks(imageId, listLockedIds(editor));
    const unsubscribers = [
      editor.topics.locked.subscribe(storeLockedIds),
      // Store the ids again when the server has acknowledged a new shape, which then has a row id.
      editor.document.listen(({ cause, changes }) => {
        if (cause === 'acknowledge' && changes.some((change) => change.op !== 'delete' && editor.isLocked(change.after.id)))
          storeLockedIds();
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [editor, imageId]);
}

function listLockedIds(editor: Editor): readonly ShapeId[] {
  const ids = [...editor.topics.locked.getSnapshot()];
  const rowIds = ids.flatMap((id) => editor.document.get(id)?.serverId ?? []);
  return [...new Set([...ids, ...rowIds])];
}

function storeLocks(imageId: string, ids: readonly ShapeId[]): void {
  const key = STORAGE_KEY_PREFIX + imageId;
  if (ids.length === 0) return sessionStorage.removeItem(key);
  if (trySetItem(key, ids)) return;
  // If the quota is exceeded, delete the ids of other images and try again. If this fails too, the locks last until a reload.
  for (const otherKey of Object.keys(sessionStorage))
    if (otherKey.startsWith(STORAGE_KEY_PREFIX)) sessionStorage.removeItem(otherKey);
  trySetItem(key, ids);
}

/** Returns false if the quota of the storage is exceeded. */
function trySetItem(key: string, ids: readonly ShapeId[]): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(ids));
    return true;
  } catch {
    return false;
  }
}
