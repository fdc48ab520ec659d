import { sql } from 'kysely';
import type { Db } from '../database/connection';
import type { RecognitionTaskType } from '../database/tables/domain';
import { evaluate } from './evaluate';
import { keepPredictions, keepTask, labelsOfTask, USUAL_THRESHOLD, type KeptTask } from './kept';

/** Keeps an evaluation of what is stored of models' predictions now. Answers its id. */
export async function makeEvaluation(db: Db, workspaceId: string, userId: string | null, created?: Date): Promise<string> {
  return keep(db, workspaceId, userId, await evaluate(db, workspaceId), created);
}

/** The same, where a model has said something of a picture that people have labelled. */
export async function makeEvaluationOfSome(db: Db, workspaceId: string, userId: string | null): Promise<void> {
  const result = await evaluate(db, workspaceId);
  if (result.top_labels.length > 0) await keep(db, workspaceId, userId, result);
}

/** Keeps a result with the pictures that it was counted on. Answers the evaluation's id. `created`: now unless told. */
async function keep(db: Db, workspaceId: string, userId: string | null, result: unknown, created?: Date): Promise<string> {
  const { id } = await db
    .insertInto('evaluation')
    .values({ workspace_id: workspaceId, created_by: userId, result: JSON.stringify(result), ...(created && { created }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const task of await readTasks(db, workspaceId)) {
    const labels = await labelsOfTask(db, 'recognition', task.task_id);
    await keepTask(db, id, { ...task, labels, domain: 'recognition', threshold: USUAL_THRESHOLD[task.type] });
    await keepPredictions(db, id, task.task_id);
  }
  return id;
}

type Task = Omit<KeptTask, 'domain' | 'threshold' | 'type' | 'labels'> & { type: RecognitionTaskType };

/** The recognition tasks of a workspace, each with the newest model that has predicted something. */
async function readTasks(db: Db, workspaceId: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select t.id as task_id, t.type, t.name, m.id as model_id, m.number as model_number
    from recognition_task t left join lateral (
      select m.id, m.number from recognition_model m
      where m.task_id = t.id and exists (select from prediction p where p.model_id = m.id) order by m.number desc limit 1) m on true
    where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`.execute(db);
  return rows;
}
