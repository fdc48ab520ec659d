import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { fromLabelledObjects, isEvaluatedImage } from '../../ml/learning/dataset';
import { PREDICT_TEST_IMAGES } from '../../ml/models/model/kinds';
import { findCurrentModel } from '../../ml/models/model/current-model';
import { readThresholds } from '../../ml/models/predict';
import type { TrainedModelRef } from '../../ml/models/model/state';
import { enqueueWork } from '../../platform/queue/queue';
import { enqueueEvaluation, isBeingEvaluated } from './evaluate-task';

/** Queues predictions of a recognition model for the TEST images. Evaluations of all tasks of a workspace use these predictions. */
export async function enqueueTestPredictions(
  trx: Db,
  { domain, model, task, workspaceId, userId }: TrainedModelRef,
): Promise<void> {
  if (domain !== 'recognition') return;
  await enqueueWork(trx, { workspaceId, kind: PREDICT_TEST_IMAGES, input: { task, model }, userId });
}

/**
 * Queues an evaluation of a model that has just been trained, if there are verified TEST images. A recognition model in use is only
 * evaluated if there are labelled objects, because the evaluation of all tasks covers images, but not objects. A model that awaits its
 * promotion is always evaluated, because the rule of the task compares it with the model in use.
 */
export async function evaluateTrained(trx: Db, trainedModel: TrainedModelRef): Promise<void> {
  const { domain, model, task: id, userId } = trainedModel;
  const { awaits_promotion: isCandidate } = await trx
    .selectFrom(`${domain}_model`)
    .select('awaits_promotion')
    .where('id', '=', model)
    .executeTakeFirstOrThrow();
  // Only the predictions of the model in use are stored.
  if (!isCandidate) await enqueueTestPredictions(trx, trainedModel);
  // An older model that was reactivated stays current until a training that started later finishes.
  const isCurrent = (await findCurrentModel(trx, domain, id)) === model;
  if (!isCandidate && (!isCurrent || (await isBeingEvaluated(trx, id)))) return;
  const task = await trx
    .selectFrom(`${domain}_task`)
    .select(['id', 'name', 'workspace_id', 'training_params'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const hasObjects = domain === 'recognition' && !isCandidate ? sql`and exists (select from ${fromLabelledObjects(id)})` : sql``;
  const { rows } = await sql`
    select from training_image i where ${isEvaluatedImage(domain, task)} ${hasObjects} limit 1`.execute(trx);
  if (rows.length === 0) return;
  const { threshold } = await readThresholds(trx, domain, model);
  await enqueueEvaluation(trx, { domain, task, userId, model, minProbability: threshold });
}
