import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { fromLabelledObjects } from '../learning/dataset';
import { PREDICT_TEST_IMAGES } from '../models/kinds';
import { getKeepProb, findCurrentModel } from '../models/predict';
import type { TrainedModelRef } from '../models/state';
import { enqueueWork } from '../work/queue';
import { beginEvaluation, isUnderWay, measuredOn } from './run';

/** Has a model of recognition judge the TEST pictures as wholes, for the evaluations of all tasks together. */
export async function judgeTestImages(trx: Db, { domain, model, task, workspaceId, userId }: TrainedModelRef): Promise<void> {
  if (domain !== 'recognition') return;
  await enqueueWork(trx, { workspaceId, kind: PREDICT_TEST_IMAGES, input: { task, model }, userId });
}

/**
 * Has a model that has just been trained evaluated in the background, where there are verified TEST pictures. One of recognition
 * gets an evaluation of its own where objects are labelled, which the one of all tasks together leaves out.
 */
export async function evaluateTrained(trx: Db, trained: TrainedModelRef): Promise<void> {
  await judgeTestImages(trx, trained);
  const { domain, model, task: id, userId } = trained;
  // An older one that was taken back stays in use until one is trained that was begun after that.
  if ((await findCurrentModel(trx, domain, id)) !== model || (await isUnderWay(trx, id))) return;
  const task = await trx
    .selectFrom(`${domain}_task`)
    .select(['id', 'name', 'workspace_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ofObjects = domain === 'recognition' ? sql`and exists (select from ${fromLabelledObjects(id)})` : sql``;
  const { rows } = await sql`
    select from training_image i where ${measuredOn(domain, task)} ${ofObjects} limit 1`.execute(trx);
  if (rows.length === 0) return;
  await beginEvaluation(trx, { domain, task, userId, model, keepProb: await getKeepProb(trx, domain, model) });
}
