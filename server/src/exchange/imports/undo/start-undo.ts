import { enqueueWork } from '../../../platform/queue/queue';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import { messages } from '../state/messages';
import { RUN_IMPORT, UNDO_IMPORT } from '../state/work-kinds';
import { findEditedImages } from './edited-images';

type State = ScopedRow<'data_import'>['state'];
export const UNDOABLE_STATES: readonly State[] = ['done', 'cancelled', 'failed'];

/**
 * Starts the background work that undoes an import, and returns its id. If the work was already started, returns the id of the running
 * work. Throws 409 if the import has not run, or if its images were edited afterwards.
 */
export async function startImportUndo(trx: Db, scope: Scope, importId: string, userId: string): Promise<string | null> {
  const importRow = await scope.findRow('data_import', importId, { entityName: 'Import', lock: true });
  if (importRow.state === 'undoing') return importRow.work_id;
  if (!UNDOABLE_STATES.includes(importRow.state))
    throw new HttpError(409, messages.wrongState(importRow.state, ['undoing', ...UNDOABLE_STATES].join(' or ')));
  const { count, images } = await findEditedImages(trx, importRow);
  if (count > 0) throw new HttpError(409, messages.editedImages(count), { worked_on: count, images });
  const work = await enqueueWork(trx, {
    workspaceId: importRow.workspace_id,
    kind: UNDO_IMPORT,
    input: { import: importRow.id },
    userId,
  });
  await trx
    .updateTable('data_import')
    .set({ state: 'undoing', work_id: work, began: null, error: null })
    .where('id', '=', importRow.id)
    .execute();
  return work;
}

/** Starts the undo of the import that this work has run. Returns the id of the new work; null if the work was not an import. */
export async function startWorkUndo(trx: Db, scope: Scope, workId: string, userId: string): Promise<string | null> {
  const storedWork = await trx
    .selectFrom('long_work')
    .select('input')
    .where('id', '=', workId)
    .where('kind', '=', RUN_IMPORT)
    .executeTakeFirst();
  const { import: importId } = (storedWork?.input ?? {}) as { import?: string };
  return importId === undefined ? null : startImportUndo(trx, scope, importId, userId);
}
