import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import { inTransaction } from '../database/transaction';
import type { Task, WorkKind } from '../work/kind';
import type { OutsideBackEnd, TrainingState } from './back-end';
import { fetchFileSoon } from './fetch-file';
import { TRAIN_MODEL, WATCH_TRAINING } from './kinds';
import { messages } from './messages';
import { labelsOf } from './predict';
import { DOMAINS, failed, recordState, recordUndone, TrainInput, watchAgain, type OnTrained } from './state';

/** Hands a queued model to the back end; without one, or refused by it, the model truthfully fails and says why. */
export function trainModelKind(backEnd: OutsideBackEnd | null, onTrained: OnTrained): WorkKind {
  return {
    name: TRAIN_MODEL,
    atOnce: 2,
    run: async ({ db, work, step }) => {
      const input = TrainInput.parse(work.input);
      const state = backEnd ? await start(db, backEnd, input, work.attempt > 1) : failed(messages.nothingTrains);
      await step(null, (trx) => record(trx, input, state, onTrained));
    },
    undone: recordUndone,
  };
}

/** Asks the back end about one model in training, again and again until it has ended. What cannot be asked now is asked later. */
export function watchTrainingTask(db: Db, backEnd: OutsideBackEnd, onTrained: OnTrained): Task {
  return {
    name: WATCH_TRAINING,
    run: async (payload) => {
      const input = TrainInput.parse(payload);
      const state = await backEnd.trainingState(input.domain, input.model).catch((error: unknown) => {
        if (error instanceof HttpError) return 'unknown' as const;
        throw error;
      });
      await inTransaction(
        db,
        (trx) => (state === 'unknown' ? watchAgain(trx, input) : record(trx, input, state ?? failed(messages.lost), onTrained)),
        () => undefined,
      );
    },
  };
}

/** What the back end says of a training; of one that has come to its end the file is fetched. */
async function record(trx: Db, input: TrainInput, state: TrainingState, onTrained: OnTrained): Promise<void> {
  const trained = await recordState(trx, input, state);
  if (trained) await onTrained(trx, trained);
  if (state.train_status === 'TRAINED') await fetchFileSoon(trx, input);
}

/** Has every model in training asked about: those of a release before the queue, too. */
export async function watchAllTraining(db: Db): Promise<void> {
  for (const domain of DOMAINS) {
    const models = await db.selectFrom(`${domain}_model`).select('id').where('train_status', '=', 'TRAINING').execute();
    for (const { id } of models) await watchAgain(db, { domain, model: id });
  }
}

/** An attempt that was cut off may have been heard: then it is asked about, and not sent again. */
async function start(
  db: Db,
  backEnd: OutsideBackEnd,
  { domain, model: id }: TrainInput,
  mayBeSent: boolean,
): Promise<TrainingState> {
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
