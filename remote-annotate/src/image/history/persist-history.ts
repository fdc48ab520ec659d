import type { ShapeChange, Editor, HistoryEntry, HistoryStacks, ServerState, ShapeId } from '../../editor';
import type { Outbox } from '../../outbox';
import { historyStore, type StoredHistory } from './history-store';
import { parseExternalEffects } from './external-effects';
import { rebaseHistory } from './rebase-history';

/**
 * Restores the undo stack of an earlier visit after the shapes of the image are loaded, and then stores every change of the stack. Omits
 * job steps (from one item to the next) if the image is opened outside of their job. Returns a function that stops storing.
 * @param onDropped called with the number of steps that can no longer be undone, if there are any
 */
export function persistHistory(
  editor: Editor,
  outbox: Outbox,
  { image: imageId, job: jobId, onDropped }: { image: string; job: string | undefined; onDropped: (count: number) => void },
): () => void {
  const { document } = editor;
  const scope = outbox.scope;
  let isStopped = false;
  let isSaving = false;
  let hasUnsavedChanges = false;

  const save = async (): Promise<void> => {
    hasUnsavedChanges = true;
    if (isSaving) return;
    isSaving = true;
    // Wait until all changes of the current gesture are in the undo stack.
    await Promise.resolve();
    while (hasUnsavedChanges) {
      hasUnsavedChanges = false;
      await historyStore.save(scope, imageId, collectHistory(editor));
    }
    isSaving = false;
  };

  let unsubscribe = (): void => undefined;
  void historyStore.load(scope, imageId).then((storedHistory) => {
    if (isStopped) return;
    if (storedHistory) {
      const { droppedCount, rows, ...stacks } = rebaseHistory(
        filterByJob(storedHistory, jobId),
        document,
        (id) => outbox.getServerRef(id)?.serverId,
      );
      editor.document.restoreHistory(stacks, new Map([...rows, ...storedHistory.rows]));
      if (droppedCount > 0) onDropped(droppedCount);
    }
    unsubscribe = document.onHistory(() => void save());
    if (document.canUndo || document.canRedo) void save();
  });
  return () => {
    isStopped = true;
    unsubscribe();
  };
}

function filterByJob(storedHistory: StoredHistory, jobId: string | undefined): StoredHistory {
  const belongsToJob = ({ outside }: HistoryEntry) => {
    const jobItem = outside && (parseExternalEffects(outside.undo)?.item ?? parseExternalEffects(outside.redo)?.step);
    return !jobItem || jobItem.job === jobId;
  };
  return { ...storedHistory, undos: storedHistory.undos.filter(belongsToJob), redos: storedHistory.redos.filter(belongsToJob) };
}

function collectHistory({ document }: Editor): StoredHistory {
  const stacks: HistoryStacks = document.historyStacks;
  const rows = new Map<ShapeId, ServerState>();
  for (const { changes } of [...stacks.undos, ...stacks.redos])
    for (const change of changes) {
      const row = findMissingRow(change, (id) => (document.get(id) ? undefined : document.getDeletedRow(id)));
      if (row) rows.set(...row);
    }
  return { undos: [...stacks.undos], redos: [...stacks.redos], rows };
}

/**
 * Returns the last server state of a deleted shape if the undo step does not contain it. This is the case for shapes that were not saved
 * yet when the step was recorded.
 */
function findMissingRow(
  change: ShapeChange,
  getRow: (id: ShapeId) => ServerState | undefined,
): readonly [ShapeId, ServerState] | undefined {
  const { id, serverId } = change.op === 'create' ? change.after : change.before;
  const row = getRow(id);
  return row && row.serverId !== serverId ? [id, row] : undefined;
}
