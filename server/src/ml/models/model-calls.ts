import type { ModelScores, TrainingProgress } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { recordEvents } from '../../platform/events/record-events';
import { cancelWork } from '../../platform/queue/queue';
import { findCurrentModel } from './model/current-model';
import { TRAIN_MODEL, type ModelDomain } from './model/kinds';
import { messages } from './model/messages';
import type { ModelRow } from './queue';
import { toUploadedModel } from './uploaded/add-model';
import { isBeingDownloaded } from './external/download-file';
import { CANCELLED, recordState, recordUnfinished } from './model/state';

/** The fields of a model's response that exist only for trainings on this machine. */
export function toTrainingDetails({
  number,
  progress,
  metrics,
  dataset_id,
  pictures,
  seed,
  finished,
  in_use,
  awaits_promotion,
  started_by,
}: ModelRow) {
  return {
    number,
    progress: progress as TrainingProgress | null,
    scores: getScores(metrics),
    dataset: dataset_id,
    pictures,
    seed,
    finished,
    in_use,
    awaits_promotion: awaits_promotion && !in_use,
    started_by,
    uploaded: toUploadedModel(metrics),
  };
}

function getScores(metrics: unknown): ModelScores | null {
  return typeof metrics === 'object' && metrics !== null && 'scores' in metrics ? (metrics.scores as ModelScores) : null;
}

/** Returns the key of a model's download file. Throws 403 without permission and 400 if there is no file. */
export async function getDownloadKey(
  db: Db,
  model: { id: string; train_status: string; model_key: string | null },
  user: { can_download_model: boolean },
): Promise<string> {
  if (!user.can_download_model) throw new HttpError(403, messages.noPermission);
  if (model.train_status !== 'TRAINED') throw new HttpError(400, messages.noTrainedModel);
  if (model.model_key !== null) return model.model_key;
  throw new HttpError(400, (await isBeingDownloaded(db, model.id)) ? messages.fileDownloading : messages.noModelFile);
}

/** Cancels the training of a model on this server or on a model server. Does nothing if the training has finished. */
export async function cancelTraining(trx: Db, domain: ModelDomain, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from long_work
    where kind = ${TRAIN_MODEL} and state in ('queued', 'running') and input->>'model' = ${id}
      and workspace_id = (select workspace_id from ${sql.table(`${domain}_model`)} where id = ${id})
    for update`.execute(trx);
  for (const work of rows) await cancelWork(trx, work.id, [{ name: TRAIN_MODEL, onUnsuccessful: recordUnfinished }]);
  // A model without background work is being trained by a model server. The next poll cancels the training there.
  if (rows.length === 0) await recordState(trx, { domain, model: id }, CANCELLED);
}

/** Makes an older trained model the current one, until another model is trained. Throws 400 if the older model is not trained. */
export async function reactivateModel(trx: Db, domain: ModelDomain, id: string, userId: string | null): Promise<void> {
  const model = await trx
    .selectFrom(`${domain}_model`)
    .select(['workspace_id', 'task_id'])
    .where('id', '=', id)
    .where('train_status', '=', 'TRAINED')
    .executeTakeFirst();
  if (!model) throw new HttpError(400, messages.noTrainedModel);
  const { workspace_id: workspaceId, task_id: task } = model;
  const isCurrent = (await findCurrentModel(trx, domain, task)) === id;
  await trx
    .updateTable(`${domain}_model`)
    .set({ taken_back: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  if (isCurrent) return;
  await recordEvents(trx, [{ kind: 'model.promoted', workspaceId, userId, entityId: id, data: { domain, task } }]);
}

/** Conditions on `m` for the models of a workspace and, if given, of a task. */
export function createModelFilters(workspaceId: string, taskId: string | undefined): RawBuilder<unknown>[] {
  return [sql`m.workspace_id = ${workspaceId}`, ...(taskId ? [sql`m.task_id = ${taskId}`] : [])];
}

/** Sorts models by creation time, newest first. */
export const MODEL_ORDER = sql`m.created desc, m.id`;
