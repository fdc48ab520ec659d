import type { ChangedKind } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { deleteModel } from '../../../ml/models/delete-models';
import { findCurrentModel } from '../../../ml/models/model/current-model';
import type { ModelDomain } from '../../../ml/models/model/kinds';
import { recordEvents } from '../../../platform/events/record-events';
import type { Db } from '../../../platform/database/connection';
import type { Failure } from './failure';
import { getIdentity, type NetChange } from './net-changes';

const DOMAIN_BY_KIND: Partial<Record<ChangedKind, ModelDomain>> = {
  recognition_model: 'recognition',
  detection_model: 'detection',
  segmentation_model: 'segmentation',
};
export const MODEL_KINDS = Object.keys(DOMAIN_BY_KIND) as ChangedKind[];
export const isModelKind = (kind: ChangedKind): boolean => kind in DOMAIN_BY_KIND;

/**
 * Undoes trainings: cancels running ones, and deletes their models, which can be restored. A model that predictions use is only deleted
 * with `overwrite`.
 */
export async function undoTrainings(
  trx: Db,
  changes: readonly NetChange[],
  { overwrite }: { overwrite: boolean },
): Promise<{ undoneCount: number; failures: Failure[] }> {
  const failures: Failure[] = [];
  let undoneCount = 0;
  for (const change of changes) {
    const domain = DOMAIN_BY_KIND[change.kind];
    if (!domain) continue;
    const id = String(getIdentity(change).id);
    if (!overwrite && (await isModelUsed(trx, domain, { id, task: change.subject }))) failures.push({ change, reason: 'used' });
    else if (await deleteModel(trx, domain, id)) undoneCount += 1;
  }
  return { undoneCount, failures };
}

/** Whether the task predicts with the model, or the model has found the task's suspected label errors. */
async function isModelUsed(trx: Db, domain: ModelDomain, { id, task: taskId }: { id: string; task: string }): Promise<boolean> {
  if ((await findCurrentModel(trx, domain, taskId)) === id) return true;
  const predictionRuns = await sql`
    select from prediction_run where ${sql.ref(`${domain}_task_id`)} = ${taskId} and model_id = ${id}`.execute(trx);
  return predictionRuns.rows.length > 0;
}

/** A task whose models an undo changes, and the model that the task uses. */
export interface CurrentModel {
  domain: ModelDomain;
  task: string;
  model: string;
}

/** Reads the model in use for the task of each changed model. Leaves out tasks without a trained model. */
export async function readCurrentModels(trx: Db, models: Iterable<Pick<NetChange, 'kind' | 'subject'>>): Promise<CurrentModel[]> {
  const currentModels: CurrentModel[] = [];
  for (const { kind, subject: task } of models) {
    const domain = DOMAIN_BY_KIND[kind];
    const model = domain && (await findCurrentModel(trx, domain, task));
    if (domain && model) currentModels.push({ domain, task, model });
  }
  return currentModels;
}

/** Records an event for each task that now uses another model than before the undo. */
export async function recordPromotions(
  trx: Db,
  previousModels: readonly CurrentModel[],
  { workspaceId, user }: { workspaceId: string; user: { id: string } },
): Promise<void> {
  for (const { domain, task, model } of previousModels) {
    const currentModel = await findCurrentModel(trx, domain, task);
    if (currentModel === null || currentModel === model) continue;
    await recordEvents(trx, [
      { kind: 'model.promoted', workspaceId, userId: user.id, entityId: currentModel, data: { domain, task } },
    ]);
  }
}
