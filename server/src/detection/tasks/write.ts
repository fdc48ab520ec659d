import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { forgetFacetRef, holdRows, syncFacets } from '../../facets';
import type { Scope, ScopedRow } from '../../access/scope';

type Task = ScopedRow<'detection_task'>;

/** Images that show nothing of the task's labels, and are learnt from as such. Adding one twice is no error. */
export async function addNegativeImages(trx: Db, scope: Scope, task: Task, imageIds: readonly string[]): Promise<void> {
  await takeImages(trx, scope, task, imageIds);
  await putNegativeImages(trx, task, imageIds);
}

export async function removeNegativeImages(trx: Db, scope: Scope, task: Task, imageIds: readonly string[]): Promise<void> {
  await takeImages(trx, scope, task, imageIds);
  await dropNegativeImages(trx, task, imageIds);
}

/** As addNegativeImages, for a task that is held and images that are locked. */
export async function putNegativeImages(trx: Db, task: Task, imageIds: readonly string[]): Promise<void> {
  await sql`
    insert into detection_task_negative_image (task_id, image_id, workspace_id)
    select ${task.id}, image_id, ${task.workspace_id} from unnest(${[...new Set(imageIds)]}::uuid[]) as image_id
    on conflict do nothing`.execute(trx);
  await syncNegatives(trx, task, imageIds);
}

/** As removeNegativeImages, for a task that is held and images that are locked. */
export async function dropNegativeImages(trx: Db, task: Task, imageIds: readonly string[]): Promise<void> {
  await sql`delete from detection_task_negative_image where task_id = ${task.id} and image_id = any(${imageIds}::uuid[])`.execute(
    trx,
  );
  await syncNegatives(trx, task, imageIds);
}

/** Deletes a locked task; its labels and images stay. */
export async function deleteTask(trx: Db, task: Task): Promise<void> {
  await trx.deleteFrom('detection_task').where('id', '=', task.id).execute();
  await forgetFacetRef(trx, task.workspace_id, task.id);
}

async function takeImages(trx: Db, scope: Scope, task: Task, imageIds: readonly string[]): Promise<void> {
  await holdRows(trx, 'detection_task', [task.id]);
  await scope.findRows('training_image', imageIds, task.workspace_id, { field: 'items', what: 'Image', lock: true });
}

function syncNegatives(trx: Db, task: Task, ids: readonly string[]): Promise<void> {
  const refs = [task.id];
  return syncFacets(trx, task.workspace_id, [
    { of: 'image', ids, kinds: ['image.task_neg'], refs },
    { of: 'objects of image', ids, kinds: ['object.task_neg'], refs },
  ]);
}
