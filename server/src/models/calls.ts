import type { ModelScores, TrainingProgress } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import { cancelWork } from '../work/queue';
import { TRAIN_MODEL, type ModelDomain } from './kinds';
import { messages } from './messages';
import type { ModelRow } from './queue';
import { isBeingFetched } from './fetch-file';
import { recordUndone } from './state';

/** Of a model's answer what only a training on this machine knows. */
export function trainedHereOf({ progress, metrics, dataset_id, pictures, seed, finished, in_use, started_by }: ModelRow) {
  return {
    progress: progress as TrainingProgress | null,
    scores: scoresOf(metrics),
    dataset: dataset_id,
    pictures,
    seed,
    finished,
    in_use,
    started_by,
  };
}

function scoresOf(metrics: unknown): ModelScores | null {
  return typeof metrics === 'object' && metrics !== null && 'scores' in metrics ? (metrics.scores as ModelScores) : null;
}

/** The key of what is downloaded of a model. Throws 403 where the caller may not, 400 where there is nothing. */
export async function downloadKey(
  db: Db,
  model: { id: string; train_status: string; model_key: string | null },
  user: { can_download_model: boolean },
): Promise<string> {
  if (!user.can_download_model) throw new HttpError(403, messages.noPermission);
  if (model.train_status !== 'TRAINED') throw new HttpError(400, messages.noTrainedModel);
  if (model.model_key !== null) return model.model_key;
  throw new HttpError(400, (await isBeingFetched(db, model.id)) ? messages.fileOnItsWay : messages.noFileOfModel);
}

/** Ends the training of a model. One that has ended stays as it is. */
export async function cancelTraining(trx: Db, domain: ModelDomain, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from long_work
    where kind = ${TRAIN_MODEL} and state in ('queued', 'running') and input->>'model' = ${id}
      and workspace_id = (select workspace_id from ${sql.table(`${domain}_model`)} where id = ${id})
    for update`.execute(trx);
  for (const work of rows) await cancelWork(trx, work.id, [{ name: TRAIN_MODEL, undone: recordUndone }]);
}

/** Puts a trained model in the place of newer ones, until another is trained. Throws 400 for one that is not trained. */
export async function takeBack(trx: Db, domain: ModelDomain, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable(`${domain}_model`)
    .set({ taken_back: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('train_status', '=', 'TRAINED')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new HttpError(400, messages.noTrainedModel);
}

/** Whose models a list shows, as conditions on `m`. */
export function modelsOf(workspaceId: string, task: string | undefined): RawBuilder<unknown>[] {
  return [sql`m.workspace_id = ${workspaceId}`, ...(task ? [sql`m.task_id = ${task}`] : [])];
}

/** Newest first. */
export const MODEL_ORDER = sql`m.created desc, m.id`;
