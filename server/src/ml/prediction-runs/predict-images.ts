import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { predictHalf } from '../learning/predict-half';
import { LearnerRefusal } from '../learning/learner';
import { getLearningFolder } from '../learning/local-files';
import { deleteTrainingFolder, findTraining, type LearningDeps } from '../learning/train';
import type { ModelBackEnd, NamedLabel } from '../models/model/back-end';
import { TASK_ANNOTATIONS, listTaskLabels, type Annotations } from '../learning/dataset';
import { predictStoredImages, classifyObjects } from '../models/predict-images';
import type { LocalModelDeps } from '../models/built-in/train-locally';
import { getBackEnd, type PredictionDeps } from '../models/predict';
import type { WorkContext, WorkKind } from '../../platform/queue/kind';
import {
  createAnalyzer,
  measureLabels,
  storePredictions,
  type PredictionAnalyzer,
  type PredictedImage,
  type RunKey,
  type Prediction,
} from './analyze-predictions';
import { PREDICT_IMAGES, RunInput } from './kinds';
import { messages } from './messages';

/** Number of images per request and per step. */
const BATCH_SIZE = 8;
const HALF_INDEXES = [0, 1];

/**
 * Creates the kind of background work that predicts all images of a workspace. The model itself predicts images that it was not trained
 * on. For the training images, each half is predicted by a model that was trained on the other half. An interrupted run resumes at its
 * last step.
 */
export function createPredictImagesKind(deps: PredictionDeps & LocalModelDeps): WorkKind {
  return {
    name: PREDICT_IMAGES,
    concurrency: 1,
    run: (context) => predictImages(deps, context),
  };
}

async function predictImages(deps: PredictionDeps & LocalModelDeps, context: WorkContext): Promise<unknown> {
  const { db, work } = context;
  const input = RunInput.parse(work.input);
  const backEnd = getBackEnd(deps);
  const model = await readRunModel(db, input);
  if (!backEnd || !model) throw new Error(messages.deleted);
  const { domain, run, task } = input;
  const runKey = { id: run, domain, task, model: input.model, workspaceId: work.workspaceId };
  const training = input.trainingImages ? await findTraining(db, domain, input.model) : null;
  const total = await countImages(db, runKey, model.dataset, training !== null);
  const runContext = {
    run: runKey,
    backEnd,
    labels: await listTaskLabels(db, domain, task),
    analyzer: createAnalyzer(model.type, model.metrics),
    files: deps.files,
  };
  const progress = await predictUnseen(runContext, { input, total, dataset: model.dataset }, context);
  if (!training) return { images: progress.done };
  const halvesFolder = join(getLearningFolder(deps.config), 'halves', input.run);
  const learning: LearningDeps = { db, files: deps.files, folder: getLearningFolder(deps.config) };
  let [doneCount, skipReason] = [progress.done, ''];
  try {
    for (const halfIndex of HALF_INDEXES.slice(progress.half)) {
      try {
        const onProgress = () => context.progress(doneCount, total);
        const { predictions, notes } = await predictHalf(learning, training, halfIndex, {
          db,
          signal: context.signal,
          folder: halvesFolder,
          onProgress,
        });
        const images = [...predictions].map(([imageId, imagePredictions]): PredictedImage => ({
          image: imageId,
          predictions: imagePredictions as Prediction[],
          isUnseen: true,
        }));
        const analyzer = createAnalyzer(model.type, notes, await measureLabels(db, runKey, images));
        for (let from = 0; from < images.length; from += BATCH_SIZE) {
          const batch = images.slice(from, from + BATCH_SIZE);
          doneCount = Math.min(total, doneCount + batch.length);
          const isLast = from + BATCH_SIZE >= images.length;
          const nextProgress = { ...progress, done: doneCount, half: isLast ? halfIndex + 1 : halfIndex };
          await context.step({ done: doneCount, total, ...(isLast && { input: nextProgress }) }, (trx) =>
            storeBatch(trx, runKey, analyzer, batch),
          );
        }
      } catch (error) {
        if (!(error instanceof LearnerRefusal)) throw error;
        skipReason = error.detail;
      }
    }
  } finally {
    if (context.signal.aborted || skipReason || doneCount >= total) await deleteTrainingFolder(halvesFolder);
  }
  return { images: doneCount, ...(skipReason && { skipped: skipReason }) };
}

/** The data and services that all steps of a run use. */
interface RunContext {
  run: RunKey;
  backEnd: ModelBackEnd;
  labels: readonly NamedLabel[];
  analyzer: PredictionAnalyzer;
  files: PredictionDeps['files'];
}

interface ImageRow {
  id: string;
  seq: number;
  img_key: string;
  isUnseen: boolean;
  /** Predictions of the same model in an earlier run. */
  predictions: Prediction[] | null;
  annotations: Annotations;
}

/**
 * Predicts the images that the model was not trained on. For an externally trained model, predicts only TEST images, because its
 * training images are unknown. Returns the input of the work after the last step.
 */
async function predictUnseen(
  context: RunContext,
  { input, total, dataset: datasetId }: { input: RunInput; total: number; dataset: string | null },
  { db, step, progress, signal }: WorkContext,
): Promise<RunInput> {
  const { run, analyzer } = context;
  let currentInput = input;
  await progress(currentInput.done, total);
  for (;;) {
    const { rows } = await sql<ImageRow>`
      select i.id, i.seq, i.img_key, p.said as predictions, (${datasetId !== null} or i.test_image) as "isUnseen",
        ${TASK_ANNOTATIONS[run.domain](run.task)} as annotations from training_image i
      left join image_prediction p on p.run_id = ${run.id} and p.image_id = i.id and p.model_id = ${run.model}
      where i.workspace_id = ${run.workspaceId} and not ${isTrainedOn(datasetId)} and i.seq > ${currentInput.after}
      order by i.seq limit ${BATCH_SIZE}`.execute(db);
    const lastRow = rows.at(-1);
    if (!lastRow) return currentInput;
    const images = await predictBatch(context, rows, signal);
    const nextProgress = { ...currentInput, after: lastRow.seq, done: Math.min(total, currentInput.done + rows.length) };
    await step({ done: nextProgress.done, total, input: nextProgress }, (trx) => storeBatch(trx, run, analyzer, images));
    currentInput = nextProgress;
  }
}

/** Predicts images and their labelled objects unless predictions are stored. Unreadable images are omitted. */
async function predictBatch(
  { backEnd, run, labels, files }: RunContext,
  rows: readonly ImageRow[],
  signal: AbortSignal,
): Promise<PredictedImage[]> {
  const predictionTarget = { backEnd, files, labels, domain: run.domain, task: run.task, model: run.model };
  const predictionsByImage = await predictStoredImages(
    predictionTarget,
    rows.filter(({ predictions }) => predictions === null),
    signal,
  );
  const rowsWithObjects = rows.map(({ predictions, annotations: { labelled = [] }, ...row }) => {
    const predictedObjects = new Set(
      (predictions ?? []).map((prediction) => ('object' in prediction ? prediction.object : undefined)),
    );
    return { ...row, objects: labelled.filter(({ id }) => !predictedObjects.has(id)) };
  });
  const predictionsByObject = await classifyObjects(predictionTarget, rowsWithObjects, signal);
  return rows.flatMap(({ id, isUnseen, predictions: storedPredictions }): PredictedImage[] => {
    const predictions = storedPredictions ?? predictionsByImage.get(id);
    return predictions ? [{ image: id, isUnseen, predictions: [...predictions, ...(predictionsByObject.get(id) ?? [])] }] : [];
  });
}

/** Stores a batch. Throws if the run was deleted together with its task. */
export async function storeBatch(
  trx: Db,
  run: RunKey,
  analyzer: PredictionAnalyzer,
  images: readonly PredictedImage[],
): Promise<void> {
  const runRow = await trx.selectFrom('prediction_run').select('id').where('id', '=', run.id).forKeyShare().executeTakeFirst();
  if (!runRow) throw new Error(messages.deleted);
  await storePredictions(trx, run, analyzer, images);
}

/** SQL condition: an image `i` is a training image of a model's dataset version. */
export const isTrainedOn = (datasetId: string | null) =>
  sql`(i.id in (select image_id from dataset_picture where dataset_id = ${datasetId} and not test_image))`;

async function countImages(
  db: Db,
  { workspaceId }: RunKey,
  datasetId: string | null,
  includesVerified: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from training_image i where i.workspace_id = ${workspaceId} and (${includesVerified} or not ${isTrainedOn(datasetId)})`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Reads the properties of a model that a run needs. Null if the model or its task was deleted. */
export async function readRunModel(
  db: Db,
  { domain, model, task }: Pick<RunInput, 'domain' | 'model' | 'task'>,
): Promise<{ dataset: string | null; metrics: unknown; type: RecognitionTaskType | null } | null> {
  const modelRow = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', model).executeTakeFirst();
  if (!modelRow) return null;
  const type =
    domain === 'recognition'
      ? (await db.selectFrom('recognition_task').select('type').where('id', '=', task).executeTakeFirst())?.type
      : null;
  return type === undefined ? null : { dataset: modelRow.dataset_id, metrics: modelRow.metrics, type };
}
