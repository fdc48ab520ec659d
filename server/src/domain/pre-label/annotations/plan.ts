import { computeBoxOverlap } from '@console/shared-contract/box-overlap';
import type { ShapeName } from '@console/shared-contract/shape-kinds';
import { computeSkeletonBounds, toPredictedSkeleton } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import type { ImportedShape } from '../../../data-access/shapes/kind';
import { TASK_ANNOTATIONS, type Annotations } from '../../../ml/learning/dataset';
import type { NamedLabel } from '../../../ml/models/model/back-end';
import type { ModelDomain } from '../../../ml/models/model/kinds';
import { filterPredictions, type ModelThresholds } from '../../../ml/models/predict';
import { toAnnotatedShapes, type Prediction } from '../../../ml/prediction-runs/analyze-predictions';
import type { Db } from '../../../platform/database/connection';
import type { RecognitionTaskType } from '../../../platform/database/tables/domain';

/** The model whose predictions are added, and the thresholds that select them. */
export interface PreLabelTarget {
  domain: ModelDomain;
  task: string;
  /** Null for detection and segmentation. */
  taskType: RecognitionTaskType | null;
  model: string;
  labels: readonly NamedLabel[];
  thresholds: ModelThresholds;
}

/** A predicted label of an image. */
export interface PlannedLabel {
  image: string;
  label: string;
  value: number | null;
  score: number;
}

/** A predicted shape that can be created. */
export interface PlannedShape {
  kind: ShapeName;
  shape: ImportedShape;
  box: number[];
}

/** The shapes and labels that are added, and the number of images that have predictions. */
export interface PreLabelPlan {
  predicted: number;
  shapes: PlannedShape[];
  labels: PlannedLabel[];
}

/** An image with the stored predictions of a model, and its annotations of the task. */
export interface PredictedRow {
  id: string;
  img_width: number;
  img_height: number;
  predictions: Prediction[];
  annotations: Annotations;
}

/** Two boxes of a label with at least this overlap count as the same object, as on the image screen. */
const MIN_OVERLAP = 0.5;
/** Number of images whose predictions are in memory at once. */
const BATCH_SIZE = 500;

/** Plans what the stored predictions of a model add to images. Shapes and labels that exist already are left out. */
export async function planAnnotations(db: Db, target: PreLabelTarget, imageIds: readonly string[]): Promise<PreLabelPlan> {
  const plan: PreLabelPlan = { predicted: 0, shapes: [], labels: [] };
  for await (const row of readPredictions(db, target, imageIds)) {
    plan.predicted += 1;
    if (target.domain === 'recognition') plan.labels.push(...planLabels(target, row));
    else plan.shapes.push(...planShapes(target, row));
  }
  return plan;
}

/** Reads the images that have stored predictions of the model, with their predictions. */
export async function* readPredictions(
  db: Db,
  { domain, task: taskId, model }: PreLabelTarget,
  imageIds: readonly string[],
): AsyncGenerator<PredictedRow> {
  for (let start = 0; start < imageIds.length; start += BATCH_SIZE) {
    const { rows } = await sql<PredictedRow>`
      select i.id, i.img_width, i.img_height, p.said as predictions, ${TASK_ANNOTATIONS[domain](taskId)} as annotations
      from training_image i
      join prediction_run r on ${sql.ref(`r.${domain}_task_id`)} = ${taskId}
      join image_prediction p on p.run_id = r.id and p.image_id = i.id and p.model_id = ${model}
      where i.id = any(${imageIds.slice(start, start + BATCH_SIZE)}::uuid[]) order by i.seq`.execute(db);
    yield* rows;
  }
}

/**
 * Plans the labels of an image that has no label of the task. In a task of categories, only the most probable label is planned, or
 * none if that label was removed from the task after the prediction. In tasks of tags or values, several labels can be planned.
 */
function planLabels(
  { taskType, labels, thresholds }: PreLabelTarget,
  { id: image, predictions, annotations }: PredictedRow,
): PlannedLabel[] {
  if ((annotations.labels ?? []).length > 0) return [];
  const imagePredictions = predictions.filter((prediction) => !('object' in prediction));
  const plannedLabels = filterPredictions(imagePredictions, labels, thresholds).map((prediction) => ({
    image,
    label: prediction.id,
    value: 'value' in prediction ? (prediction.value ?? null) : null,
    score: prediction.prob,
  }));
  if (taskType !== 'multi_class') return plannedLabels;
  const highestProbability = Math.max(...imagePredictions.map(({ prob }) => prob));
  return plannedLabels.slice(0, 1).filter(({ score }) => score >= highestProbability);
}

/** Plans the shapes of an image, without those that match an existing shape of the label. */
function planShapes(target: PreLabelTarget, image: PredictedRow): PlannedShape[] {
  const unmatched = toAnnotatedShapes(image.annotations);
  return decodeShapes(target, image).flatMap((plannedShape) => {
    const matchIndex = unmatched.findIndex(
      ({ label, box, skeleton }) =>
        label === plannedShape.shape.label &&
        (skeleton !== undefined) === (plannedShape.kind === 'skeleton') &&
        computeBoxOverlap(box, plannedShape.box) >= MIN_OVERLAP,
    );
    // Each existing shape matches one prediction, so that the second of two adjacent objects is added.
    if (matchIndex < 0) return plannedShape;
    unmatched.splice(matchIndex, 1);
    return [];
  });
}

/** Returns the predicted shapes above the thresholds of their labels, with their bounding boxes. */
export function decodeShapes({ domain, model, labels, thresholds }: PreLabelTarget, image: PredictedRow): PlannedShape[] {
  const predicted = image.predictions.filter((prediction) => 'bound_box' in prediction);
  return filterPredictions(predicted, labels, thresholds).flatMap(({ id: label, prob: score, points, polygon, bound_box }) => {
    const shape = { image: image.id, label, prediction: { model, score } };
    if (points) {
      const data = toPredictedSkeleton(points, { width: image.img_width, height: image.img_height });
      return data ? { kind: 'skeleton', shape: { ...shape, data }, box: computeSkeletonBounds(data) ?? [] } : [];
    }
    const data = toPixels(polygon ?? bound_box, image);
    const box = polygon ? computeBoundingBox(data) : data;
    if (box[2]! <= box[0]! || box[3]! <= box[1]!) return [];
    return { kind: domain === 'segmentation' ? 'polygon' : 'object', shape: { ...shape, data }, box };
  });
}

/** Rounds coordinates to pixels inside the image. */
const toPixels = (data: readonly number[], { img_width, img_height }: PredictedRow): number[] =>
  data.map((value, index) => Math.min(Math.max(Math.round(value), 0), index % 2 === 0 ? img_width : img_height));
