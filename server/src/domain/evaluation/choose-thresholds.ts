import type { UploadedModelNotes } from '@console/learner/protocol';
import { sql } from 'kysely';
import { isTrainingImage, TASK_ANNOTATIONS, type Annotations, type TaskWithParams } from '../../ml/learning/dataset';
import { parseTrainingParams } from '../../ml/learning/training-params';
import { predictStoredImages, type PredictionContext } from '../../ml/models/predict-images';
import { isUploadedModel } from '../../ml/models/uploaded/run-model';
import { storeThresholds } from '../../ml/models/uploaded/add-model';
import { toAnnotatedShapes, type Prediction } from '../../ml/prediction-runs/analyze-predictions';
import type { Db } from '../../platform/database/connection';
import type { Ratio } from './estimates/compare-ratios';
import { measureImage } from './image-ratios';
import { THRESHOLDS } from './task-queries';

/** Maximum number of images for choosing thresholds. The newest images are used. */
const MAX_IMAGES = 100;
const BATCH_SIZE = 8;
/**
 * Minimum number of annotated objects of a label. With fewer objects, the threshold would depend on chance, so the label gets the common
 * threshold of all labels.
 */
const MIN_OBJECTS = 8;

interface AnnotatedImage {
  id: string;
  img_key: string;
  annotations: Annotations;
}

/**
 * Chooses thresholds for an uploaded model that has none: for each label, the threshold with the best F1, as trainings do. Uses
 * verified images that are not TEST images, so that evaluations stay fair. Recognition models have no thresholds.
 */
export async function chooseThresholds(
  db: Db,
  context: PredictionContext,
  task: TaskWithParams,
  signal: AbortSignal,
): Promise<void> {
  const { domain, model } = context;
  if (domain === 'recognition') return;
  const { metrics } = await db.selectFrom(`${domain}_model`).select('metrics').where('id', '=', model).executeTakeFirstOrThrow();
  if (!isUploadedModel(metrics) || 'decoding' in (metrics as object)) return;
  const { points } = (metrics as UploadedModelNotes).uploaded.format;
  const labels = context.labels.filter(({ skeleton }) => skeleton && skeleton.points.length === points?.count);
  const imageFilter = { ...parseTrainingParams(domain, task.training_params), onlyVerified: true };
  const { rows } = await sql<AnnotatedImage>`
    select i.id, i.img_key, ${TASK_ANNOTATIONS[domain](task.id)} as annotations from training_image i
    where not i.test_image and ${isTrainingImage(domain, task.id, imageFilter)} order by i.seq desc limit ${MAX_IMAGES}`.execute(
    db,
  );
  const objectCounts = new Map<string, number>();
  /** For each threshold: the numerator and denominator of the F1 by label. */
  const ratios = THRESHOLDS.map(() => new Map<string, Ratio>());
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE);
    const predictionsByImage = await predictStoredImages(context, batch, signal);
    for (const { id, annotations: truth } of batch) {
      for (const { label } of toAnnotatedShapes(truth)) objectCounts.set(label, (objectCounts.get(label) ?? 0) + 1);
      const image = { image: id, truth, predictions: (predictionsByImage.get(id) ?? []) as Prediction[] };
      for (const [index, threshold] of THRESHOLDS.entries())
        for (const [label, [numerator, denominator]] of measureImage({ type: null, threshold, labels }, image, {
          threshold,
          byLabel: {},
        }).labels) {
          const [previousNumerator, previousDenominator] = ratios[index]!.get(label) ?? [0, 0];
          ratios[index]!.set(label, [previousNumerator + numerator, previousDenominator + denominator]);
        }
    }
  }
  if (objectCounts.size === 0) return;
  const threshold = findBestThreshold(ratios.map((byLabel) => [...byLabel.values()]));
  const labelIds = [...objectCounts].filter(([, count]) => count >= MIN_OBJECTS).map(([label]) => label);
  const thresholds = Object.fromEntries(
    labelIds.map((label) => [label, findBestThreshold(ratios.map((byLabel) => [byLabel.get(label) ?? [0, 0]]))]),
  );
  await storeThresholds(db, { domain, model }, { threshold, thresholds, pictures: rows.length });
}

/**
 * Returns the threshold with the highest F1, or the middle one of several such thresholds. `ratiosByThreshold` contains, for each of
 * `THRESHOLDS`, the numerator and denominator of the F1 of each label.
 */
function findBestThreshold(ratiosByThreshold: readonly (readonly Ratio[])[]): number {
  const scores = ratiosByThreshold.map((ratios) => {
    const [numerator, denominator] = ratios.reduce(
      ([numeratorSum, denominatorSum], ratio) => [numeratorSum + ratio[0], denominatorSum + ratio[1]],
      [0, 0],
    );
    return denominator === 0 ? 0 : numerator / denominator;
  });
  const highestScore = Math.max(...scores);
  const bestThresholds = THRESHOLDS.filter((_, index) => scores[index] === highestScore);
  return bestThresholds[Math.floor(bestThresholds.length / 2)]!;
}
