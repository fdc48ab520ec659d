import { z } from 'zod';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import { inTransaction } from '../database/transaction';
import { enqueueWork } from '../work/queue';
import type { WorkHandler } from '../work/runner';
import type { ModelBackEnd, TrainingState } from './back-end';
import { PREDICT_TEST_IMAGES, type ModelDomain } from './kinds';
import { messages } from './messages';
import { labelsOf } from './predict';

const DOMAINS = ['recognition', 'detection', 'segmentation'] as const satisfies ModelDomain[];
const Input = z.object({ domain: z.enum(DOMAINS), model: z.uuid() });

/** Hands a queued model to the back end; without one, or refused by it, the model truthfully fails and says why. */
export function trainModelWith(backEnd: ModelBackEnd | null): WorkHandler {
  return async ({ db, work }) => {
    const { domain, model } = Input.parse(work.input);
    await recordState(db, domain, model, backEnd ? await start(db, backEnd, domain, model) : failed(messages.nothingTrains));
  };
}

/** Asks the back end about every model in training, once. What cannot be asked now is asked the next time. */
export async function watchTraining(db: Db, backEnd: ModelBackEnd): Promise<void> {
  for (const domain of DOMAINS) {
    const models = await db.selectFrom(`${domain}_model`).select('id').where('train_status', '=', 'TRAINING').execute();
    for (const { id } of models) {
      const state = await backEnd.trainingState(domain, id).catch((error: unknown) => {
        if (error instanceof HttpError) return 'unknown' as const;
        throw error;
      });
      if (state !== 'unknown') await recordState(db, domain, id, state ?? failed(messages.lost));
    }
  }
}

async function start(db: Db, backEnd: ModelBackEnd, domain: ModelDomain, id: string): Promise<TrainingState> {
  const model = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).executeTakeFirst();
  const task = model && (await db.selectFrom(`${domain}_task`).selectAll().where('id', '=', model.task_id).executeTakeFirst());
  if (!task) return failed(messages.lost);
  const type = 'type' in task ? { type: task.type } : {};
  try {
    return await backEnd.startTraining({
      domain,
      model: id,
      workspace: task.workspace_id,
      trainingParams: model.training_params,
      task: { id: task.id, name: task.name, ...type, labels: await labelsOf(db, domain, task.id) },
    });
  } catch (error) {
    if (error instanceof HttpError) return failed(error.detail);
    throw error;
  }
}

function failed(error: string): TrainingState {
  return { train_status: 'FAILED', error, map: null };
}

/** A model that has ended stays as it is. One that is trained judges the TEST images, for evaluations to come. */
async function recordState(db: Db, domain: ModelDomain, id: string, { train_status, error, map }: TrainingState): Promise<void> {
  const isEnd = train_status !== 'QUEUED' && train_status !== 'TRAINING';
  await inTransaction(
    db,
    async (trx) => {
      const model = await trx
        .updateTable(`${domain}_model`)
        .set({
          // What the back end has queued is out of our queue.
          train_status: isEnd ? train_status : 'TRAINING',
          error,
          map,
          finished: isEnd ? sql<Date>`clock_timestamp()` : null,
        })
        .where('id', '=', id)
        .where('train_status', 'in', ['QUEUED', 'TRAINING'])
        .returning(['workspace_id', 'task_id', 'requested_by'])
        .executeTakeFirst();
      if (!model || domain !== 'recognition' || train_status !== 'TRAINED') return;
      await enqueueWork(trx, {
        workspaceId: model.workspace_id,
        kind: PREDICT_TEST_IMAGES,
        input: { task: model.task_id, model: id },
        userId: model.requested_by,
      });
    },
    () => undefined,
  );
}
