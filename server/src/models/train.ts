import { z } from 'zod';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import { inTransaction } from '../database/transaction';
import { addJob } from '../work/jobs';
import type { Task, WorkKind } from '../work/kind';
import { enqueueWork } from '../work/queue';
import type { ModelBackEnd, TrainingState } from './back-end';
import { PREDICT_TEST_IMAGES, TRAIN_MODEL, WATCH_TRAINING, type ModelDomain } from './kinds';
import { messages } from './messages';
import { labelsOf } from './predict';

const DOMAINS = ['recognition', 'detection', 'segmentation'] as const satisfies ModelDomain[];
const Input = z.object({ domain: z.enum(DOMAINS), model: z.uuid() });
type Input = z.output<typeof Input>;
const WATCH_SECONDS = 10;

/** Hands a queued model to the back end; without one, or refused by it, the model truthfully fails and says why. */
export function trainModelKind(backEnd: ModelBackEnd | null): WorkKind {
  return {
    name: TRAIN_MODEL,
    atOnce: 2,
    run: async ({ db, work, step }) => {
      const input = Input.parse(work.input);
      const state = backEnd ? await start(db, backEnd, input, work.attempt > 1) : failed(messages.nothingTrains);
      await step(null, (trx) => recordState(trx, input, state));
    },
    undone: async (trx, work, end) => {
      const input = Input.safeParse(work.input).data;
      if (!input) return;
      const state = end.state === 'failed' ? failed(end.error) : { train_status: 'CANCELLED' as const, error: null, map: null };
      await recordState(trx, input, state);
    },
  };
}

/** Asks the back end about one model in training, again and again until it has ended. What cannot be asked now is asked later. */
export function watchTrainingTask(db: Db, backEnd: ModelBackEnd): Task {
  return {
    name: WATCH_TRAINING,
    run: async (payload) => {
      const input = Input.parse(payload);
      const state = await backEnd.trainingState(input.domain, input.model).catch((error: unknown) => {
        if (error instanceof HttpError) return 'unknown' as const;
        throw error;
      });
      await inTransaction(
        db,
        (trx) => (state === 'unknown' ? watchAgain(trx, input) : recordState(trx, input, state ?? failed(messages.lost))),
        () => undefined,
      );
    },
  };
}

/** Has every model in training asked about: those of a release before the queue, too. */
export async function watchAllTraining(db: Db): Promise<void> {
  for (const domain of DOMAINS) {
    const models = await db.selectFrom(`${domain}_model`).select('id').where('train_status', '=', 'TRAINING').execute();
    for (const { id } of models) await watchAgain(db, { domain, model: id });
  }
}

function watchAgain(trx: Db, input: Input): Promise<void> {
  const key = `${WATCH_TRAINING}:${input.model}`;
  return addJob(trx, { task: WATCH_TRAINING, payload: input, key, inSeconds: WATCH_SECONDS });
}

/** An attempt that was cut off may have been heard: then it is asked about, and not sent again. */
async function start(db: Db, backEnd: ModelBackEnd, { domain, model: id }: Input, mayBeSent: boolean): Promise<TrainingState> {
  const model = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).executeTakeFirst();
  const task = model && (await db.selectFrom(`${domain}_task`).selectAll().where('id', '=', model.task_id).executeTakeFirst());
  if (!task) return failed(messages.lost);
  const type = 'type' in task ? { type: task.type } : {};
  try {
    const sent = mayBeSent ? await backEnd.trainingState(domain, id) : null;
    if (sent) return sent;
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
async function recordState(trx: Db, input: Input, { train_status, error, map }: TrainingState): Promise<void> {
  const { domain, model: id } = input;
  const isEnd = train_status !== 'QUEUED' && train_status !== 'TRAINING';
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
  if (!model) return;
  if (!isEnd) await watchAgain(trx, input);
  if (domain !== 'recognition' || train_status !== 'TRAINED') return;
  await enqueueWork(trx, {
    workspaceId: model.workspace_id,
    kind: PREDICT_TEST_IMAGES,
    input: { task: model.task_id, model: id },
    userId: model.requested_by,
  });
}
