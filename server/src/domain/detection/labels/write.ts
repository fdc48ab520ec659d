import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { deleteReferenceFacets, syncFacets } from '../../../data-access/facets';
import { HttpError } from '../../../platform/errors';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import { findReferencedRow } from '../../../data-access/rows/references';

type LabelRow = ScopedRow<'detection_label'>;

/** Deletes a label, whose row the caller has locked, with its objects and skeletons. Returns the keys of the files with the objects' crops. */
export async function deleteLabel(trx: Db, label: LabelRow): Promise<string[]> {
  await sql`
    select 1 from training_image where id in (
      select image_id from detection_object where detection_label_id = ${label.id}
      union select image_id from skeleton where detection_label_id = ${label.id})
    order by id for no key update`.execute(trx);
  const deletedObjects = await trx
    .deleteFrom('detection_object')
    .where('detection_label_id', '=', label.id)
    .returning(['seq', 'thumb_key'])
    .execute();
  await trx.deleteFrom('detection_label').where('id', '=', label.id).execute();
  await deleteReferenceFacets(trx, label.workspace_id, label.id);
  await syncFacets(trx, label.workspace_id, [], { objects: deletedObjects.map((object) => object.seq) });
  return deletedObjects.flatMap((object) => object.thumb_key ?? []);
}

type LabelTask = { kind: 'detection' | 'recognition'; id: string };

/**
 * Finds a task of a label by its id: a detection task that learns the label, or a recognition task that classifies its objects.
 * Throws 404 or 400.
 */
export async function findLabelTask(scope: Scope, label: LabelRow, taskId: string): Promise<LabelTask> {
  const options = { field: 'task_id', entityName: 'Task' };
  try {
    const { id } = await findReferencedRow(scope, 'recognition_task', taskId, label.workspace_id, options);
    return { kind: 'recognition', id };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error;
    const { id } = await findReferencedRow(scope, 'detection_task', taskId, label.workspace_id, options);
    return { kind: 'detection', id };
  }
}

/** Links a label to a task. Repeated calls have no further effect. */
export async function attachTask(trx: Db, label: LabelRow, task: LabelTask): Promise<void> {
  const table = task.kind === 'detection' ? 'detection_task_label' : 'detection_label_recognition_task';
  await trx
    .insertInto(table)
    .values({ label_id: label.id, task_id: task.id, workspace_id: label.workspace_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function detachTask(trx: Db, label: LabelRow, task: LabelTask): Promise<void> {
  const table = task.kind === 'detection' ? 'detection_task_label' : 'detection_label_recognition_task';
  await trx.deleteFrom(table).where('label_id', '=', label.id).where('task_id', '=', task.id).execute();
}
