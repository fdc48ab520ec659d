import type { Db } from '../../database/connection';
import type { RecognitionTaskType } from '../../database/tables/domain';
import { forgetFacetRef } from '../../facets';
import type { ScopedRow } from '../../access/scope';
import { attachLabel } from '../labels/write';
import { messages } from './messages';

interface NewTask {
  workspace_id: string;
  name: string;
  description?: string;
  type: RecognitionTaskType;
}

/**
 * Creates a task; a tagging task gets the label that says 'none of these': a new one, or `negativeId` where that is a tag of no task.
 * Answers its id.
 */
export async function createTask(trx: Db, fields: NewTask, negativeId: string | null = null): Promise<string> {
  const task = await trx
    .insertInto('recognition_task')
    .values(fields)
    .returning(['id', 'workspace_id'])
    .executeTakeFirstOrThrow();
  if (fields.type === 'multi_label') {
    const negative =
      (await takeNegative(trx, task, negativeId)) ??
      (await trx
        .insertInto('recognition_label')
        .values({
          workspace_id: task.workspace_id,
          name: messages.negativeName(fields.name),
          type: 'tag',
          negative_for_task: task.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    await attachLabel(trx, task, negative.id);
  }
  return task.id;
}

async function takeNegative(
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

/** Deletes a task. Its negative label means nothing without it and goes too; all other labels stay. */
export async function deleteTask(trx: Db, task: ScopedRow<'recognition_task'>): Promise<void> {
  const negatives = await trx.deleteFrom('recognition_label').where('negative_for_task', '=', task.id).returning('id').execute();
  await trx.deleteFrom('recognition_task').where('id', '=', task.id).execute();
  for (const { id } of negatives) await forgetFacetRef(trx, task.workspace_id, id);
}
