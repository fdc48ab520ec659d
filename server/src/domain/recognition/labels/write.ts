import type { Db } from '../../../platform/database/connection';
import { deleteReferenceFacets } from '../../../data-access/facets';
import { createFieldError } from '../../../platform/errors';
import type { ScopedRow } from '../../../platform/access/scope';
import { messages } from './messages';

interface ValueFields {
  min_value?: number | null;
  max_value?: number | null;
  step_value?: number | null;
}

/** Throws 400 unless the value range is valid: only value labels have one, and its minimum is not above its maximum. */
export function requireValidValueFields(type: string, fields: ValueFields): void {
  const { min_value: min, max_value: max } = fields;
  for (const name of ['min_value', 'max_value', 'step_value'] as const) {
    if (type !== 'value' && fields[name] != null) throw createFieldError(name, messages.valueFieldsNotAllowed);
  }
  if (min != null && max != null && max < min) throw createFieldError('max_value', messages.rangeReversed);
}

export async function attachLabel(trx: Db, task: { id: string; workspace_id: string }, labelId: string): Promise<void> {
  await trx
    .insertInto('recognition_task_label')
    .values({ task_id: task.id, label_id: labelId, workspace_id: task.workspace_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a label from a task. Throws 400 for the negative label "none of these" of a tagging task. */
export async function detachLabel(trx: Db, taskId: string, label: ScopedRow<'recognition_label'>, field: string): Promise<void> {
  if (label.negative_for_task === taskId) throw createFieldError(field, messages.cannotRemoveNegative);
  await trx.deleteFrom('recognition_task_label').where('task_id', '=', taskId).where('label_id', '=', label.id).execute();
}

/** Deletes a locked label and removes it from every image, object and task. Throws 400 for the negative label of a task. */
export async function deleteLabel(trx: Db, label: ScopedRow<'recognition_label'>): Promise<void> {
  if (label.negative_for_task !== null) throw createFieldError('id', messages.cannotRemoveNegative);
  await trx.deleteFrom('recognition_label').where('id', '=', label.id).execute();
  await deleteReferenceFacets(trx, label.workspace_id, label.id);
}
