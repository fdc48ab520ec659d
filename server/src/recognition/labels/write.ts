import type { Db } from '../../database/connection';
import { forgetFacetRef } from '../../facets';
import { badField } from '../../errors';
import type { ScopedRow } from '../../access/scope';
import { messages } from './messages';

interface ValueFields {
  min_value?: number | null;
  max_value?: number | null;
  step_value?: number | null;
}

/** Only a value label has a range, and its ends are the right way round. Throws 400. */
export function checkValueFields(type: string, fields: ValueFields): void {
  const { min_value: least, max_value: most } = fields;
  for (const name of ['min_value', 'max_value', 'step_value'] as const) {
    if (type !== 'value' && fields[name] != null) throw badField(name, messages.valueFieldsOfOther);
  }
  if (least != null && most != null && most < least) throw badField('max_value', messages.rangeReversed);
}

export async function attachLabel(trx: Db, task: { id: string; workspace_id: string }, labelId: string): Promise<void> {
  await trx
    .insertInto('recognition_task_label')
    .values({ task_id: task.id, label_id: labelId, workspace_id: task.workspace_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The negative label belongs to its tagging task for good. Throws 400. */
export async function detachLabel(trx: Db, taskId: string, label: ScopedRow<'recognition_label'>, field: string): Promise<void> {
  if (label.negative_for_task === taskId) throw badField(field, messages.negativeStays);
  await trx.deleteFrom('recognition_task_label').where('task_id', '=', taskId).where('label_id', '=', label.id).execute();
}

/** Deletes a label that is no task's negative one; it comes off every image, object and task. The label must be locked. */
export async function deleteLabel(trx: Db, label: ScopedRow<'recognition_label'>): Promise<void> {
  if (label.negative_for_task !== null) throw badField('id', messages.negativeStays);
  await trx.deleteFrom('recognition_label').where('id', '=', label.id).execute();
  await forgetFacetRef(trx, label.workspace_id, label.id);
}
