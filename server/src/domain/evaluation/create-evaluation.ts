import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { computeEvaluation } from './compute-evaluation';
import { storeQuality } from './evaluation-quality';
import { copyPredictions, storeTask, listAssignableLabels, DEFAULT_THRESHOLD, type StoredTask } from './stored-evaluation';

/** Creates an evaluation of the stored predictions. Returns its id. */
export async function createEvaluation(db: Db, workspaceId: string, userId: string | null, created?: Date): Promise<string> {
  return storeEvaluation(db, workspaceId, userId, await computeEvaluation(db, workspaceId), created);
}

/** Creates an evaluation unless there are no predictions for labelled images. */
export async function createEvaluationIfPredicted(db: Db, workspaceId: string, userId: string | null): Promise<void> {
  const result = await computeEvaluation(db, workspaceId);
  if (result.top_labels.length > 0) await storeEvaluation(db, workspaceId, userId, result);
}

/** Stores a result with the images that it is based on. Returns the id of the evaluation. `created` defaults to now. */
async function storeEvaluation(
  db: Db,
  workspaceId: string,
  userId: string | null,
  result: unknown,
  createdDate?: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('evaluation')
    .values({
      workspace_id: workspaceId,
      created_by: userId,
      result: JSON.stringify(result),
      ...(createdDate && { created: createdDate }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { training_params, ...task } of await readTasks(db, workspaceId)) {
    const labels = await listAssignableLabels(db, 'recognition', task.task_id);
    await storeTask(db, id, { ...task, labels, domain: 'recognition', threshold: DEFAULT_THRESHOLD[task.type] });
    await copyPredictions(db, id, { id: task.task_id, training_params });
    await storeQuality(db, id, task.task_id);
  }
  return id;
}

type PredictedTask = Omit<StoredTask, 'domain' | 'threshold' | 'type' | 'labels'> & {
  type: RecognitionTaskType;
  training_params: unknown;
};

/** The recognition tasks of a workspace, each with the newest model that has predicted something. */
async function readTasks(db: Db, workspaceId: string): Promise<PredictedTask[]> {
  const { rows } = await sql<PredictedTask>`
    select t.id as task_id, t.type, t.name, t.training_params, m.id as model_id, m.number as model_number
    from recognition_task t left join lateral (
      select m.id, m.number from recognition_model m
      where m.task_id = t.id and exists (select from prediction p where p.model_id = m.id) order by m.number desc limit 1) m on true
    where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`.execute(db);
  return rows;
}
