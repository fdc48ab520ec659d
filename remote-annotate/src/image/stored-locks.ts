import { useEffect } from 'react';
import type { Editor, ShapeId } from '../editor';

const PREFIX = 'annotate.locks.';

/**
 * Keeps what is locked on an image for as long as this tab is open. A shape that was drawn here is loaded under its row's id
 * the next time, so both are kept.
 */
export function useStoredLocks(editor: Editor, image: string): void {
  useEffect(() => {
    editor.setLocked(readLocks(image), true);
    const keep = () => storeLocks(image, listLockedIds(editor));
    const ends = [
      editor.topics.locked.subscribe(keep),
      // The ids of rows come with the acknowledgements.
      editor.document.listen(({ cause, changes }) => {
        if (cause === 'acknowledge' && changes.some((change) => change.op !== 'delete' && editor.isLocked(change.after.id)))
          keep();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [editor, image]);
}

function listLockedIds(editor: Editor): readonly ShapeId[] {
  const ids = [...editor.topics.locked.getSnapshot()];
  const rows = ids.flatMap((id) => editor.document.get(id)?.serverId ?? []);
  return [...new Set([...ids, ...rows])];
}

function readLocks(image: string): readonly ShapeId[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(PREFIX + image) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function storeLocks(image: string, ids: readonly ShapeId[]): void {
  const key = PREFIX + image;
  if (ids.length === 0) return sessionStorage.removeItem(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // No room: thousands of ids for image after image. Those of this one matter more; without room even then, the page has them.
    for (const other of Object.keys(sessionStorage)) if (other.startsWith(PREFIX)) sessionStorage.removeItem(other);
  }
}
