import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { forgetFacetRef, syncFacets } from '../../facets';
import { HttpError } from '../../errors';
import type { Scope, ScopedRow } from '../../access/scope';
import { findNamed } from '../../rows/workspace';

type Label = ScopedRow<'detection_label'>;

/** Deletes a locked label with its objects. Answers the keys of their cut-outs. */
export async function deleteLabel(trx: Db, label: Label): Promise<string[]> {
  await sql`
    select 1 from training_image where id in (select image_id from detection_object where detection_label_id = ${label.id})
    order by id for no key update`.execute(trx);
  const gone = await trx
    .deleteFrom('detection_object')
    .where('detection_label_id', '=', label.id)
    .returning(['seq', 'thumb_key'])
    .execute();
  await trx.deleteFrom('detection_label').where('id', '=', label.id).execute();
  await forgetFacetRef(trx, label.workspace_id, label.id);
  await syncFacets(trx, label.workspace_id, [], { objects: gone.map((object) => object.seq) });
  return gone.flatMap((object) => object.thumb_key ?? []);
}

type LabelTask = { kind: 'detection' | 'recognition'; id: string };

/** A label's task by its id: a detection task that learns the label, or a recognition task that tells its objects apart. */
export async function findLabelTask(scope: Scope, label: Label, taskId: string): Promise<LabelTask> {
  const named = { field: 'task_id', what: 'Task' };
  try {
    const { id } = await findNamed(scope, 'recognition_task', taskId, label.workspace_id, named);
    return { kind: 'recognition', id };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error;
    const { id } = await findNamed(scope, 'detection_task', taskId, label.workspace_id, named);
    return { kind: 'detection', id };
  }
}

export async function attachTask(trx: Db, label: Label, task: LabelTask): Promise<void> {
  const table = task.kind === 'detection' ? 'detection_task_label' : 'detection_label_recognition_task';
  await trx
    .insertInto(table)
    .values({ label_id: label.id, task_id: task.id, workspace_id: label.workspace_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function detachTask(trx: Db, label: Label, task: LabelTask): Promise<void> {
  const table = task.kind === 'detection' ? 'detection_task_label' : 'detection_label_recognition_task';
  await trx.deleteFrom(table).where('label_id', '=', label.id).where('task_id', '=', task.id).execute();
}
