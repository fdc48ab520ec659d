import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { HttpError } from '../../platform/errors';
import {
  TASK_ANNOTATIONS,
  isEvaluatedImage,
  isTestImage,
  type Annotations,
  type TaskWithParams,
} from '../../ml/learning/dataset';
import { parseTrainingParams } from '../../ml/learning/training-params';
import {
  predictStoredImages,
  classifyObjects,
  type PredictionContext,
  type ImagePrediction,
} from '../../ml/models/predict-images';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { getBackEnd, requireTrainedModel, type PredictionDeps } from '../../ml/models/predict';
import { DOMAINS } from '../../ml/models/model/state';
import { enqueueWork } from '../../platform/queue/queue';
import type { WorkKind } from '../../platform/queue/kind';
import { chooseThresholds } from './choose-thresholds';
import { storeQuality } from './evaluation-quality';
import {
  storePredictions,
  storeTask,
  listAssignableLabels,
  isImageCompared,
  DEFAULT_THRESHOLD,
  StoredLabels,
} from './stored-evaluation';
import { messages } from './messages';

/** The kind of work that runs a task's model on the verified TEST images of the task. */
const EVALUATE_TASK = 'evaluate-task';
/** Number of images per request and per step. */
const BATCH_SIZE = 8;

const EvaluationInput = z.object({
  evaluation: z.uuid(),
  domain: z.enum(DOMAINS),
  task: z.uuid(),
  model: z.uuid(),
  /** The sequence number (`seq`) of the last image that was predicted. */
  after: z.int().default(-1),
  done: z.int().default(0),
});

/** What to evaluate, and who requested it. */
interface NewEvaluation {
  domain: ModelDomain;
  /** The task. Its row must be locked, because only one evaluation of a task may run at a time. */
  task: TaskWithParams & { name: string; workspace_id: string };
  userId: string | null;
}

/**
 * Starts an evaluation of a model of a task, by default the model in use. Throws 400 with a message if an evaluation is not possible.
 * Returns the id of the evaluation.
 */
export async function startEvaluation(
  trx: Db,
  deps: PredictionDeps,
  newEvaluation: NewEvaluation,
  modelId?: string,
): Promise<string> {
  const { domain, task } = newEvaluation;
  const { model, thresholds } = await requireTrainedModel(trx, deps, domain, task.id, modelId);
  if (await isBeingEvaluated(trx, task.id)) throw new HttpError(400, messages.evaluationRunning);
  await requireVerifiedImages(trx, domain, task);
  return enqueueEvaluation(trx, { ...newEvaluation, model, minProbability: thresholds.threshold });
}

/** Whether a task is being evaluated. */
export async function isBeingEvaluated(db: Db, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    select from evaluation e join long_work w on w.id = e.work_id where e.of_task = ${taskId} and w.state in ('queued', 'running') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Creates an evaluation of a model and queues its work. Returns the id of the evaluation. `minProbability` is the threshold at which
 * the model's predictions count.
 */
export async function enqueueEvaluation(
  trx: Db,
  { domain, task, userId, model, minProbability }: NewEvaluation & { model: string; minProbability: number },
): Promise<string> {
  const { id: evaluation } = await trx
    .insertInto('evaluation')
    .values({ workspace_id: task.workspace_id, created_by: userId, of_task: task.id, result: JSON.stringify({ top_labels: [] }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { number } = await trx.selectFrom(`${domain}_model`).select('number').where('id', '=', model).executeTakeFirstOrThrow();
  const type = domain === 'recognition' ? await readType(trx, task.id) : null;
  await storeTask(trx, evaluation, {
    task_id: task.id,
    domain,
    type,
    name: task.name,
    model_id: model,
    model_number: number,
    labels: await listAssignableLabels(trx, domain, task.id),
    threshold: type ? DEFAULT_THRESHOLD[type] : minProbability,
  });
  const input = { evaluation, domain, task: task.id, model };
  const work = await enqueueWork(trx, { workspaceId: task.workspace_id, kind: EVALUATE_TASK, input, userId });
  await trx.updateTable('evaluation').set({ work_id: work }).where('id', '=', evaluation).execute();
  return evaluation;
}

async function readType(trx: Db, taskId: string): Promise<RecognitionTaskType> {
  return (await trx.selectFrom('recognition_task').select('type').where('id', '=', taskId).executeTakeFirstOrThrow()).type;
}

async function requireVerifiedImages(db: Db, domain: ModelDomain, task: TaskWithParams): Promise<void> {
  const isTest = isTestImage(domain, task.id, parseTrainingParams(domain, task.training_params));
  const { rows } = await sql<{ measured: number; test: number }>`
    select (select count(*)::int from training_image i where ${isEvaluatedImage(domain, task)}) as measured,
      (select count(*)::int from training_image i where ${isTest}) as test`.execute(db);
  const { measured = 0, test = 0 } = rows[0] ?? {};
  if (measured === 0) throw new HttpError(400, messages.noTestImages(test));
}

/** Runs after the evaluation of a task on at least one image, in the transaction that ends it. */
type AfterEvaluation = (trx: Db, domain: ModelDomain, task: string, userId: string | null) => Promise<void>;

/**
 * Creates the kind of background work that predicts the images of an evaluation step by step. An interrupted attempt resumes.
 */
export function createEvaluateTaskKind(deps: PredictionDeps, afterEvaluation: AfterEvaluation): WorkKind {
  return {
    name: EVALUATE_TASK,
    concurrency: 1,
    run: async ({ db, work, signal, step, progress }) => {
      let currentInput = EvaluationInput.parse(work.input);
      const { evaluation: evaluationId, domain, task, model } = currentInput;
      const backEnd = getBackEnd(deps);
      const storedEvaluation = await db
        .selectFrom('evaluation_task')
        .selectAll()
        .where('evaluation_id', '=', evaluationId)
        .executeTakeFirst();
      const taskParams = await db
        .selectFrom(`${domain}_task`)
        .select(['id', 'training_params'])
        .where('id', '=', task)
        .executeTakeFirst();
      if (!backEnd || !storedEvaluation || !taskParams) throw new Error(messages.taskOrModelDeleted);
      const labels = StoredLabels.parse(storedEvaluation.labels);
      const isEvaluated = isEvaluatedImage(domain, taskParams);
      const imageCount = await countImages(db, isEvaluated);
      await progress(currentInput.done, imageCount);
      const context = { backEnd, files: deps.files, domain, task, model, labels };
      if (currentInput.done === 0) await chooseThresholds(db, context, taskParams, signal);
      for (;;) {
        const { rows } = await sql<EvaluatedImage>`
          select i.id, i.seq, i.img_key, ${TASK_ANNOTATIONS[domain](task)} as annotations from training_image i where ${isEvaluated} and i.seq > ${currentInput.after} order by i.seq limit ${BATCH_SIZE}`.execute(
          db,
        );
        const lastRow = rows.at(-1);
        if (!lastRow) {
          await step(null, async (trx) => {
            // An evaluation without images must not trigger other evaluations. Otherwise, evaluations could start each other endlessly.
            if (await storeQuality(trx, evaluationId, task)) await afterEvaluation(trx, domain, task, work.userId);
          });
          return { images: currentInput.done };
        }
        const predictions = await predictImages(context, storedEvaluation.type, rows, signal);
        const nextInput = { ...currentInput, after: lastRow.seq, done: Math.min(imageCount, currentInput.done + rows.length) };
        await step({ done: nextInput.done, total: imageCount, input: nextInput }, (trx) =>
          storePredictions(trx, evaluationId, { task_id: task, domain }, predictions),
        );
        currentInput = nextInput;
      }
    },
  };
}

interface EvaluatedImage {
  id: string;
  seq: number;
  img_key: string;
  annotations: Annotations;
}

/** Predicts images. In recognition, also predicts the labelled objects of the images, because trainings use them as examples. */
async function predictImages(
  context: PredictionContext,
  type: RecognitionTaskType | null,
  images: readonly EvaluatedImage[],
  signal: AbortSignal,
): Promise<Map<string, ImagePrediction[]>> {
  const comparedImages = images.filter(({ annotations }) => isImageCompared(type, annotations));
  const predictions = new Map<string, ImagePrediction[]>(await predictStoredImages(context, comparedImages, signal));
  if (context.domain !== 'recognition') return predictions;
  const imagesWithObjects = images.map(({ annotations, ...image }) => ({ ...image, objects: annotations.labelled ?? [] }));
  for (const [image, objectPredictions] of await classifyObjects(context, imagesWithObjects, signal))
    predictions.set(image, [...(predictions.get(image) ?? []), ...objectPredictions]);
  return predictions;
}

async function countImages(db: Db, isEvaluated: ReturnType<typeof isEvaluatedImage>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from training_image i where ${isEvaluated}`.execute(db);
  return rows[0]?.n ?? 0;
}
