import { sql } from 'kysely';
import { reactivateModel } from '../../ml/models/model-calls';
import { findCurrentModel } from '../../ml/models/model/current-model';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { readThresholds } from '../../ml/models/predict';
import type { Db } from '../../platform/database/connection';
import { enqueueEvaluation } from './evaluate-task';
import { enqueueTestPredictions } from './evaluate-trained';
import { compareTotal, findModelPair } from './compare-models';

/**
 * Decides after an evaluation, by the promotion rule of the task, whether the newest model replaces the model in use. If the model in use
 * was not evaluated on the same images, its evaluation is queued first.
 */
export async function promoteByRule(trx: Db, domain: ModelDomain, taskId: string, userId: string | null): Promise<void> {
  const candidate = await findCandidate(trx, domain, taskId);
  if (!candidate) return;
  const modelPair = await findModelPair(trx, domain, { id: candidate.id, task_id: taskId });
  const { model, other } = modelPair;
  if (!model.evaluation || !other) return;
  if (!other.evaluation || (await lacksImages(trx, other.evaluation, model.evaluation, taskId))) {
    const task = await trx.selectFrom(`${domain}_task`).selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
    const { threshold } = await readThresholds(trx, domain, other.id);
    await enqueueEvaluation(trx, { domain, task, userId, model: other.id, minProbability: threshold });
    return;
  }
  const totalDifference = await compareTotal(trx, modelPair);
  const isPromoted =
    candidate.promotion === 'better'
      ? totalDifference?.result === 'better'
      : totalDifference && totalDifference.result !== 'worse';
  if (!isPromoted || candidate.promotion === 'manual') return;
  await reactivateModel(trx, domain, candidate.id, userId);
  // Only the predictions of the model in use are stored.
  await enqueueTestPredictions(trx, { domain, model: candidate.id, task: taskId, workspaceId: candidate.workspaceId, userId });
}

/** A model that waits for a decision. */
interface PromotionCandidate {
  id: string;
  workspaceId: string;
  promotion: string;
}

/** Finds the newest trained model of a task if it awaits promotion, with the promotion rule of the task. */
async function findCandidate(trx: Db, domain: ModelDomain, taskId: string): Promise<PromotionCandidate | null> {
  const { rows } = await sql<PromotionCandidate & { isWaiting: boolean }>`
    select m.id, m.workspace_id as "workspaceId", r.promotion, m.awaits_promotion and m.taken_back is null as "isWaiting"
    from ${sql.table(`${domain}_model`)} m join training_rule r on r.task_id = m.task_id
    where m.task_id = ${taskId} and m.train_status = 'TRAINED' and r.promotion <> 'newest' order by m.number desc limit 1`.execute(
    trx,
  );
  const [newest] = rows;
  return newest?.isWaiting && (await findCurrentModel(trx, domain, taskId)) !== newest.id ? newest : null;
}

/** Whether an older evaluation lacks images of a newer one. */
async function lacksImages(db: Db, older: string, newer: string, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    select from evaluation_picture p where p.evaluation_id = ${newer} and p.task_id = ${taskId}
      and (select created from evaluation where id = ${older}) < (select created from evaluation where id = ${newer})
      and not exists (select from evaluation_picture o where o.evaluation_id = ${older} and o.task_id = ${taskId} and o.image_id = p.image_id)
    limit 1`.execute(db);
  return rows.length > 0;
}
