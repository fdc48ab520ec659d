import { sql } from 'kysely';
import { z } from 'zod';
import { lockImages, lockReferencedRows } from '../../data-access/facets';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import type { LocalModelDeps } from '../../ml/models/built-in/train-locally';
import { predictStoredImages } from '../../ml/models/predict-images';
import { getBackEnd, type PredictionDeps } from '../../ml/models/predict';
import { listTaskLabels } from '../../ml/learning/dataset';
import { DOMAINS } from '../../ml/models/model/state';
import { createAnalyzer } from '../../ml/prediction-runs/analyze-predictions';
import { messages } from '../../ml/prediction-runs/messages';
import { readRunModel, storeBatch } from '../../ml/prediction-runs/predict-images';
import { createWriteScope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { WorkContext, WorkKind } from '../../platform/queue/kind';
import { acceptImages } from './auto-accept/accept-images';
import { addLabels } from './annotations/add-labels';
import { CAN_BE_PRE_LABELLED } from './annotations/candidates';
import { planAnnotations, type PreLabelTarget } from './annotations/plan';

/** The kind of background work that predicts images and adds the predictions. Stored with the work, so it must never change. */
export const PRE_LABEL = 'pre-label';

/** Number of images per request and per step. */
const BATCH_SIZE = 8;

/** Input and progress. Stored with the work. */
const PreLabelWorkInput = z.object({
  run: z.uuid(),
  domain: z.enum(DOMAINS),
  task: z.uuid(),
  model: z.uuid(),
  /** Ids of the images, in the order of their processing. */
  images: z.array(z.uuid()),
  thresholds: z.object({ threshold: z.number(), byLabel: z.record(z.string(), z.number()) }),
  /** Whether to add the predictions. */
  adds: z.boolean(),
  /** The maximum expected error rate with which to accept predictions without a review. Null: add all predictions above the thresholds. */
  targetError: z.number().nullable().default(null),
  done: z.number().int().default(0),
});
type PreLabelWorkInput = z.output<typeof PreLabelWorkInput>;
export type PreLabelInput = Omit<PreLabelWorkInput, 'run' | 'domain' | 'task' | 'model' | 'done'>;

/**
 * Creates the kind of background work that adds the predictions of a model to images. The work first stores missing predictions
 * in steps. It then adds all annotations in one transaction, so that they are one change set, which a user can undo at once.
 */
export function createPreLabelKind(deps: PredictionDeps & LocalModelDeps): WorkKind {
  return { name: PRE_LABEL, concurrency: 1, permission: 'manage', run: (context) => preLabel(deps, context) };
}

async function preLabel(deps: PredictionDeps & LocalModelDeps, context: WorkContext): Promise<unknown> {
  const { db, work } = context;
  const input = PreLabelWorkInput.parse(work.input);
  const { domain, task, model } = input;
  const backEnd = getBackEnd(deps);
  const modelRow = await readRunModel(db, input);
  if (!backEnd || !modelRow) throw new Error(messages.deleted);
  const labels = await listTaskLabels(db, domain, task);
  const run = { id: input.run, domain, task, model, workspaceId: work.workspaceId };
  const analyzer = createAnalyzer(modelRow.type, modelRow.metrics);
  const imageCount = input.images.length;
  await context.progress(input.done, imageCount);
  for (let startIndex = input.done; startIndex < imageCount; startIndex += BATCH_SIZE) {
    const unpredictedImages = await listImagesWithoutPrediction(
      db,
      input,
      input.images.slice(startIndex, startIndex + BATCH_SIZE),
    );
    const predictions = await predictStoredImages(
      { backEnd, files: deps.files, domain, task, model, labels },
      unpredictedImages,
      context.signal,
    );
    const doneCount = Math.min(imageCount, startIndex + BATCH_SIZE);
    // The list of suspected label errors is only updated by the next prediction run, which reuses these predictions.
    const images = [...predictions].map(([image, imagePredictions]) => ({ image, predictions: imagePredictions }));
    await context.step({ done: doneCount, total: imageCount, input: { ...input, done: doneCount } }, (trx) =>
      storeBatch(trx, run, analyzer, images),
    );
  }
  if (!input.adds) return { predicted: imageCount };
  const target = { domain, task, taskType: modelRow.type, model, labels, thresholds: input.thresholds };
  const { workspaceId, userId } = work;
  const { targetError, images: imageIds } = input;
  const { dataset } = modelRow;
  return context.runAtomically(async (trx) => ({
    result:
      targetError !== null
        ? await acceptImages(trx, target, { run: run.id, imageIds, targetError, dataset, workspaceId, userId })
        : await addAnnotations(trx, target, { imageIds, workspaceId, userId }),
    checkpoint: { done: imageCount, total: imageCount },
  }));
}

async function listImagesWithoutPrediction(
  db: Db,
  { run, model }: PreLabelWorkInput,
  imageIds: readonly string[],
): Promise<{ id: string; img_key: string }[]> {
  const { rows } = await sql<{ id: string; img_key: string }>`
    select i.id, i.img_key from training_image i where i.id = any(${imageIds}::uuid[]) and not exists (
      select from image_prediction p where p.run_id = ${run} and p.image_id = i.id and p.model_id = ${model})`.execute(db);
  return rows;
}

/** Adds the predictions to images that can still be labelled. Returns the number of added annotations. */
async function addAnnotations(
  trx: Db,
  target: PreLabelTarget,
  { imageIds, workspaceId, userId }: { imageIds: readonly string[]; workspaceId: string; userId: string | null },
): Promise<{ added: number }> {
  const labelIds = target.labels.map(({ id }) => id);
  await lockReferencedRows(trx, `${target.domain}_label`, labelIds);
  await lockImages(trx, imageIds);
  const { rows } = await sql<{ id: string }>`
    select i.id from training_image i where i.id = any(${imageIds}::uuid[]) and ${CAN_BE_PRE_LABELLED} order by i.id`.execute(
    trx,
  );
  const { shapes, labels } = await planAnnotations(
    trx,
    target,
    rows.map(({ id }) => id),
  );
  if (target.domain === 'recognition') return { added: await addLabels(trx, workspaceId, target.model, labels) };
  let addedCount = 0;
  for (const kind of SHAPE_KINDS) {
    const shapesOfKind = shapes.flatMap((plannedShape) => (plannedShape.kind === kind.name ? plannedShape.shape : []));
    if (shapesOfKind.length === 0) continue;
    const outcomes = await kind.createImported(trx, createWriteScope(workspaceId, userId), shapesOfKind);
    addedCount += outcomes.filter((outcome) => 'status' in outcome).length;
  }
  return { added: addedCount };
}
