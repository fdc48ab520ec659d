import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { deleteReferenceFacets, lockReferencedRows, syncFacets } from '../../../data-access/facets';
import type { Scope, ScopedRow } from '../../../platform/access/scope';

type TaskRow = ScopedRow<'detection_task'>;

/** Adds images that show none of the task's labels and are used as negative examples. Adding one twice is not an error. */
export async function addNegativeImages(trx: Db, scope: Scope, task: TaskRow, imageIds: readonly string[]): Promise<void> {
  await lockTaskAndImages(trx, scope, task, imageIds);
  await insertNegativeImages(trx, task, imageIds);
}

export async function removeNegativeImages(trx: Db, scope: Scope, task: TaskRow, imageIds: readonly string[]): Promise<void> {
  await lockTaskAndImages(trx, scope, task, imageIds);
  await deleteNegativeImages(trx, task, imageIds);
}

/** Like `addNegativeImages`, for a task and images that are locked already. */
export async function insertNegativeImages(trx: Db, task: TaskRow, imageIds: readonly string[]): Promise<void> {
  await sql`
    insert into detection_task_negative_image (task_id, image_id, workspace_id)
    select ${task.id}, image_id, ${task.workspace_id} from unnest(${[...new Set(imageIds)]}::uuid[]) as image_id
    on conflict do nothing`.execute(trx);
  await syncNegativeFacets(trx, task, imageIds);
}

/** Like `removeNegativeImages`, for a task and images that are locked already. */
export async function deleteNegativeImages(trx: Db, task: TaskRow, imageIds: readonly string[]): Promise<void> {
  await sql`delete from detection_task_negative_image where task_id = ${task.id} and image_id = any(${imageIds}::uuid[])`.execute(
    trx,
  );
  await syncNegativeFacets(trx, task, imageIds);
}

/** Deletes a locked task. Its labels and images remain. */
export async function deleteTask(trx: Db, task: TaskRow): Promise<void> {
  await trx.deleteFrom('detection_task').where('id', '=', task.id).execute();
  await deleteReferenceFacets(trx, task.workspace_id, task.id);
}

async function lockTaskAndImages(trx: Db, scope: Scope, task: TaskRow, imageIds: readonly string[]): Promise<void> {
  await lockReferencedRows(trx, 'detection_task', [task.id]);
  await scope.findRows('training_image', imageIds, task.workspace_id, { field: 'items', entityName: 'Image', lock: true });
}

function syncNegativeFacets(trx: Db, task: TaskRow, ids: readonly string[]): Promise<void> {
  const refs = [task.id];
  return syncFacets(trx, task.workspace_id, [
    { target: 'image', ids, kinds: ['image.task_neg'], refs },
    { target: 'objects of image', ids, kinds: ['object.task_neg'], refs },
  ]);
}
