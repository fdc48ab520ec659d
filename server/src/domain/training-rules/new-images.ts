import { sql, type RawBuilder } from 'kysely';
import { isByUser } from '../../data-access/shapes/model-origin';
import { countDifferences } from '../../ml/comparison/differences';
import { compareSinceTraining, findTraining } from '../../ml/comparison/training-state';
import { isTrainingImage } from '../../ml/learning/dataset';
import { parseTrainingParams } from '../../ml/learning/training-params';
import type { ModelDomain } from '../../ml/models/model/kinds';
import type { TrainStatus } from '../../platform/database/tables/models';
import type { Db } from '../../platform/database/connection';

/** The last training of a task, whether it has finished or not. */
export interface LastTraining {
  status: TrainStatus;
  dataset: string | null;
  /** The time at which the training read its data. */
  readAt: Date;
}

/** Finds the last training of a task; null if there was none. Uploaded models are not trainings. */
export async function findLastTraining(db: Db, domain: ModelDomain, taskId: string): Promise<LastTraining | null> {
  const { rows } = await sql<LastTraining>`
    select m.train_status as status, m.dataset_id as dataset, coalesce(d.created, m.created) as "readAt"
    from ${sql.table(`${domain}_model`)} m left join dataset_version d on d.id = m.dataset_id
    where m.task_id = ${taskId} and m.metrics -> 'uploaded' is null order by m.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** SQL condition: an image `i` was verified after the last training, and the next training of the task uses it. */
function isNewImage(domain: ModelDomain, task: TrainedTask, lastTraining: LastTraining | null): RawBuilder<unknown> {
  const isLearned = isTrainingImage(domain, task.id, parseTrainingParams(domain, task.training_params));
  // Rules are checked each minute, so the condition must use the index of verifications by workspace and time.
  return sql`
    not i.test_image and i.id in (
      select v.image_id from image_verification v
      where v.workspace_id = ${task.workspace_id} and v.created > coalesce(${lastTraining?.readAt ?? null}::timestamptz, '-infinity')
        and ${isByUser('v')})
    and ${isLearned}`;
}

export interface TrainedTask {
  id: string;
  workspace_id: string;
  training_params: unknown;
}

export async function countNewImages(
  db: Db,
  domain: ModelDomain,
  task: TrainedTask,
  lastTraining: LastTraining | null,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from training_image i where ${isNewImage(domain, task, lastTraining)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whether a job with new images is complete, and its images are verified, except those that violate rules. */
export async function isJobCompleted(
  db: Db,
  domain: ModelDomain,
  task: TrainedTask,
  lastTraining: LastTraining | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from job_item t join annotation_job j on j.id = t.job_id join training_image i on i.id = t.image_id
    where j.done and j.workspace_id = ${task.workspace_id}
      and not exists (select from long_work w where w.workspace_id = j.workspace_id and w.kind = 'complete-job'
        and w.state in ('queued', 'running') and w.input ->> 'job' = j.id::text)
      and ${isNewImage(domain, task, lastTraining)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether the images or annotations for training and testing have changed since the last training. */
export async function hasNewData(db: Db, lastTraining: LastTraining | null): Promise<boolean> {
  const training = lastTraining?.dataset ? await findTraining(db, lastTraining.dataset) : null;
  if (!training) return true;
  const { pictures } = await countDifferences(db, compareSinceTraining(training));
  return pictures.added + pictures.removed + pictures.changed > 0;
}
