import type { Db } from '../../../platform/database/connection';
import type { RecognitionTaskType } from '../../../platform/database/tables/domain';
import { deleteReferenceFacets } from '../../../data-access/facets';
import type { ScopedRow } from '../../../platform/access/scope';
import { attachLabel } from '../labels/write';
import { messages } from './messages';

interface NewTask {
  workspace_id: string;
  name: string;
  description?: string;
  type: RecognitionTaskType;
  /** `QualityRules` as JSON. */
  rules?: string | undefined;
}

/**
 * Creates a task and returns its id. A tagging task also gets a negative label ('none of these'): `negativeId` if that is an
 * unused tag, else a new label.
 */
export async function createTask(trx: Db, fields: NewTask, negativeId: string | null = null): Promise<string> {
  const task = await trx
    .insertInto('recognition_task')
    .values(fields)
    .returning(['id', 'workspace_id'])
    .executeTakeFirstOrThrow();
  if (fields.type === 'multi_label') {
    const negativeLabel =
      (await claimNegativeLabel(trx, task, negativeId)) ??
      (await trx
        .insertInto('recognition_label')
        .values({
          workspace_id: task.workspace_id,
          name: messages.toNegativeName(fields.name),
          type: 'tag',
          negative_for_task: task.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    await attachLabel(trx, task, negativeLabel.id);
  }
  return task.id;
}

/** Turns a tag without tasks into the negative label of the task. Returns undefined if the label cannot be used. */
async function claimNegativeLabel(
  trx: Db,
  task: { id: string; workspace_id: string },
  labelId: string | null,
): Promise<{ id: string } | undefined> {
  if (labelId === null) return undefined;
  return trx
    .updateTable('recognition_label')
    .set({ negative_for_task: task.id })
    .where('id', '=', labelId)
    .where('workspace_id', '=', task.workspace_id)
    .where('type', '=', 'tag')
    .where('negative_for_task', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('recognition_task_label').select('label_id').where('label_id', '=', labelId))),
    )
    .returning('id')
    .executeTakeFirst();
}

/** Deletes a task and its negative label, which is meaningless without the task. All other labels remain. */
export async function deleteTask(trx: Db, task: ScopedRow<'recognition_task'>): Promise<void> {
  const negativeLabels = await trx
    .deleteFrom('recognition_label')
    .where('negative_for_task', '=', task.id)
    .returning('id')
    .execute();
  await trx.deleteFrom('recognition_task').where('id', '=', task.id).execute();
  for (const { id } of negativeLabels) await deleteReferenceFacets(trx, task.workspace_id, id);
}
