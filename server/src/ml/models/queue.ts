import type { TrainingProgress } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../../platform/config';
import type { TrainStatus } from '../../platform/database/tables/models';
import type { Db } from '../../platform/database/connection';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import { enqueueWork } from '../../platform/queue/queue';
import { TRAIN_MODEL, type ModelDomain } from './model/kinds';
import { findLastNumber, getCurrentModelOrder } from './model/current-model';
import { requireTrainable } from './trainable';

/** A model as the API reads it from the database. */
export interface ModelRow {
  id: string;
  task_id: string;
  task_name: string;
  number: number;
  train_status: TrainStatus;
  error: string | null;
  map: number | null;
  model_key: string | null;
  created: string;
  finished: string | null;
  progress: unknown;
  metrics: unknown;
  dataset_id: string | null;
  pictures: number | null;
  seed: number | null;
  in_use: boolean;
  awaits_promotion: boolean;
  started_by: { id: string; username: string } | null;
}

export function createModelView(domain: ModelDomain): RowView<ModelRow> {
  return {
    from: sql`${sql.table(`${domain}_model`)} m`,
    id: sql`m.id`,
    columns: sql<ModelRow>`m.id, m.task_id, (select t.name from ${sql.table(`${domain}_task`)} t where t.id = m.task_id) as task_name, m.number, m.train_status, m.error, m.map, m.model_key, ${toIsoTimestamp('m.created')} as created, ${toIsoTimestamp('m.finished')} as finished, m.progress, m.metrics, m.dataset_id, (select d.pictures from dataset_version d where d.id = m.dataset_id) as pictures, m.seed,
      coalesce(m.id = (select n.id from ${sql.table(`${domain}_model`)} n where n.task_id = m.task_id and n.train_status = 'TRAINED' order by ${getCurrentModelOrder('n')} limit 1), false) as in_use, (m.awaits_promotion and m.taken_back is null) as awaits_promotion,
      (select json_build_object('id', u.id, 'username', u.username) from app_user u where u.id = m.requested_by) as started_by`,
  };
}

/** SQL of an expression over the newest model `m` of a task `t`. */
function selectFromNewestModel<Value>(domain: ModelDomain, expression: RawBuilder<unknown>): RawBuilder<Value | null> {
  const models = sql.table(`${domain}_model`);
  return sql<Value | null>`(select ${expression} from ${models} m where m.task_id = t.id order by m.number desc limit 1)`;
}

/** SQL of an expression over the current model `m` of a task `t`. */
function selectFromCurrentModel(domain: ModelDomain, expression: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`(
    select ${expression} from ${sql.table(`${domain}_model`)} m
    where m.task_id = t.id and m.train_status = 'TRAINED' order by ${getCurrentModelOrder('m')} limit 1)`;
}

/** SQL of the training status of the newest model of a task `t`. */
export const selectLastTrainStatus = (domain: ModelDomain) => selectFromNewestModel<TrainStatus>(domain, sql`m.train_status`);

/** SQL of the mean average precision of the current model of a task `t`. */
export const selectCurrentMap = (domain: ModelDomain) => selectFromCurrentModel(domain, sql`m.map`);

/** SQL of the reason why the newest model of a task `t` failed. Null if the model did not fail. */
export const selectLastTrainError = (domain: ModelDomain) =>
  selectFromNewestModel<string>(domain, sql`case when m.train_status = 'FAILED' then m.error end`);

/** SQL of the progress of the newest model of a task `t`. Null if the model is not training. */
export const selectLastTrainProgress = (domain: ModelDomain) =>
  selectFromNewestModel<TrainingProgress>(domain, sql`case when m.train_status = 'TRAINING' then m.progress end`);

/** SQL of the test score of the current model of a recognition task `t`: the accuracy of labels, or the mean error of values. */
export const CURRENT_MODEL_SCORE = selectFromCurrentModel(
  'recognition',
  sql`coalesce((m.metrics -> 'scores' ->> 'accuracy')::float8, (m.metrics -> 'scores' ->> 'error')::float8)`,
);

/**
 * Queues a model with the current training parameters of its task. The task must be locked. Throws 400 if it cannot be trained
 * on this machine.
 */
export async function enqueueTraining(
  trx: Db,
  domain: ModelDomain,
  task: { id: string; workspace_id: string; training_params: unknown },
  { user, config }: { user: { id: string } | null; config: Pick<Config, 'builtInModels'> },
): Promise<string> {
  if (config.builtInModels) await requireTrainable(trx, domain, task);
  const table = `${domain}_model` as const;
  const row = await trx
    .insertInto(table)
    .values({
      workspace_id: task.workspace_id,
      task_id: task.id,
      number: (await findLastNumber(trx, table, task.id)) + 1,
      training_params: JSON.stringify(task.training_params),
      requested_by: user?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueWork(trx, {
    workspaceId: task.workspace_id,
    kind: TRAIN_MODEL,
    input: { domain, model: row.id },
    userId: user?.id ?? null,
  });
  return row.id;
}
