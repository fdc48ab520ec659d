import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';
import { isEvaluatedImage, listTaskLabels, type TaskWithParams } from '../learning/dataset';
import { enqueueWork } from '../../platform/queue/queue';
import type { WorkContext, WorkKind } from '../../platform/queue/kind';
import type { ModelBackEnd, PredictedLabel } from './model/back-end';
import { PREDICT_TEST_IMAGES } from './model/kinds';
import { messages } from './model/messages';
import { predictStoredImages } from './predict-images';
import { getCurrentModelOrder } from './model/current-model';

const Input = z.object({ task: z.uuid(), model: z.uuid() });
/** Number of images per request and per step, the same limit as for API calls. */
const BATCH_SIZE = 10;

/** SQL condition: evaluations of the task use an image `i`, and the model has no stored prediction for the image. */
const lacksPrediction = (task: TaskWithParams, modelId: string) => sql`
  ${isEvaluatedImage('recognition', task)}
  and not exists (select 1 from prediction p where p.image_id = i.id and p.model_id = ${modelId})`;

/** Runs after a model has predicted all TEST images, in the transaction of the work. */
type AfterPredictions = (trx: Db, workspaceId: string, userId: string | null) => Promise<void>;

/**
 * Creates the kind of background work that stores predictions for the verified TEST images, in batches. Stored predictions are
 * not repeated.
 */
export function createPredictTestImagesKind(
  backEnd: ModelBackEnd | null,
  files: FileStore,
  onPredicted: AfterPredictions,
): WorkKind {
  return {
    name: PREDICT_TEST_IMAGES,
    concurrency: 1,
    run: async (context) => {
      const { predicted } = await predictTestImages(backEnd, files, context);
      const { work, step } = context;
      await step(null, async (trx) => {
        if (predicted > 0 && !(await isAnotherQueued(trx, work))) await onPredicted(trx, work.workspaceId, work.userId);
      });
      return { predicted };
    },
  };
}

/**
 * Whether another model of the workspace is about to predict the TEST images. The evaluation after its predictions then covers all
 * models.
 */
async function isAnotherQueued(trx: Db, { id, workspaceId }: WorkContext['work']): Promise<boolean> {
  const { rows } = await sql`
    select from long_work where workspace_id = ${workspaceId} and kind = ${PREDICT_TEST_IMAGES} and state in ('queued', 'running')
    and id <> ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

async function predictTestImages(
  backEnd: ModelBackEnd | null,
  files: FileStore,
  { db, work, signal, step, progress }: WorkContext,
) {
  const { task, model } = Input.parse(work.input);
  const taskRow = await db
    .selectFrom('recognition_task')
    .select(['id', 'training_params'])
    .where('id', '=', task)
    .executeTakeFirst();
  if (!backEnd || !taskRow) throw new Error(messages.noModel);
  const labels = await listTaskLabels(db, 'recognition', task);
  const total = await countUnpredicted(db, taskRow, model);
  let [doneCount, lastSeq] = [0, -1];
  await progress(doneCount, total);
  for (;;) {
    const { rows } = await sql<{ id: string; seq: number; img_key: string }>`
      select i.id, i.seq, i.img_key from training_image i where ${lacksPrediction(taskRow, model)} and i.seq > ${lastSeq} order by i.seq limit ${BATCH_SIZE}`.execute(
      db,
    );
    const lastRow = rows.at(-1);
    if (!lastRow) return { predicted: doneCount };
    const predictions = await predictStoredImages({ backEnd, files, domain: 'recognition', task, model, labels }, rows, signal);
    [doneCount, lastSeq] = [Math.min(doneCount + rows.length, total), lastRow.seq];
    await step({ done: doneCount, total }, async (trx) => {
      // An unreadable image gets no prediction, because it would count as a mistake of the model.
      for (const [image, imageLabels] of predictions) await storePrediction(trx, { task, model, image, labels: imageLabels });
    });
  }
}

/** Queues predictions for each current model that has not predicted all TEST images yet. */
export async function enqueueMissingPredictions(trx: Db, workspaceId: string, userId: string): Promise<void> {
  const { rows } = await sql<TaskWithParams & { model: string }>`
    select distinct on (t.id) t.id, t.training_params, m.id as model
    from recognition_model m join recognition_task t on t.id = m.task_id
    where m.workspace_id = ${workspaceId} and m.train_status = 'TRAINED' order by t.id, ${getCurrentModelOrder('m')}`.execute(
    trx,
  );
  for (const { model, ...task } of rows) {
    if ((await countUnpredicted(trx, task, model)) > 0)
      await enqueueWork(trx, { workspaceId, kind: PREDICT_TEST_IMAGES, input: { task: task.id, model }, userId });
  }
}

async function countUnpredicted(db: Db, task: TaskWithParams, modelId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from training_image i where ${lacksPrediction(task, modelId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Stores a prediction. Nothing is stored if the image was deleted in the meantime. */
async function storePrediction(
  db: Db,
  { task, model, image, labels }: { task: string; model: string; image: string; labels: readonly PredictedLabel[] },
): Promise<void> {
  const storedLabels = JSON.stringify(
    [...labels].sort((a, b) => b.prob - a.prob).map(({ id, prob, value }) => ({ id, prob, value })),
  );
  await sql`
    insert into prediction (workspace_id, image_id, task_id, model_id, labels)
    select i.workspace_id, i.id, t.id, m.id, ${storedLabels}::jsonb from training_image i, recognition_task t, recognition_model m
    where i.id = ${image} and t.id = ${task} and m.id = ${model}
    on conflict (task_id, image_id) do update set model_id = excluded.model_id, labels = excluded.labels, created = clock_timestamp()`.execute(
    db,
  );
}
