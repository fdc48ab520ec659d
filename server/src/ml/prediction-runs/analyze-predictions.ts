import { computeBoxOverlap } from '@console/shared-contract/box-overlap';
import { computeSkeletonBounds } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { TASK_ANNOTATIONS, hasExamples, type Annotations } from '../learning/dataset';
import type { ModelDomain } from '../models/model/kinds';
import { computeBoundingBox } from '../../data-access/shapes/geometry';
import { measureMask } from '../../data-access/shapes/mask-geometry';
import {
  addLabelResults,
  compareLabels,
  compareShapes,
  type Disagreement,
  type AnnotatedShape,
  type PredictedImageLabel,
  type PredictedShape,
} from './disagreement';
import { toLabelHistograms, type LabelHistograms, type LabelResults } from './suspect-confidence';
import { getLabelUncertainty, getObjectUncertainty, getValueUncertainty } from './uncertainty';

/** A prediction for an image: a label or a shape. */
export type Prediction = PredictedImageLabel | PredictedShape;

/** The stored description of a model: the labels and value ranges of its outputs, and its test results by label. */
const TestedNotes = z.object({
  decoding: z
    .object({ labels: z.array(z.string()), ranges: z.array(z.tuple([z.number(), z.number()])) })
    .partial()
    .catch({})
    .default({}),
  scores: z.object({ labels: z.array(z.object({ id: z.string(), error: z.number().nullish() })) }),
});

/** Evaluates the predictions of one model: its uncertainty, and its disagreements with the annotations. */
export interface PredictionAnalyzer {
  getUncertainty: (predictions: readonly Prediction[]) => number | null;
  findDisagreements: (truth: Annotations, predictions: readonly Prediction[]) => Disagreement<Prediction>[];
}

/**
 * Creates an analyzer for the predictions of a model.
 * @param type type of a recognition task, null for other domains
 * @param notes the stored description of the model
 * @param histograms test results of each label, for models that predict shapes
 */
export function createAnalyzer(
  type: RecognitionTaskType | null,
  notes: unknown,
  histograms?: ReadonlyMap<string, LabelHistograms>,
): PredictionAnalyzer {
  const { decoding, scores } = TestedNotes.safeParse(notes).data ?? { decoding: {}, scores: { labels: [] } };
  const measuredLabels = new Map(scores.labels.map((label) => [label.id, label]));
  if (type) {
    const getWidth = (labelId: string) => {
      const [min, max] = decoding.ranges?.[decoding.labels?.indexOf(labelId) ?? -1] ?? [0, 0];
      return max - min;
    };
    const getError = (labelId: string) => measuredLabels.get(labelId)?.error ?? null;
    const getTargetUncertainty = (predictions: readonly Prediction[]) =>
      type === 'regression' ? getValueUncertainty(predictions, getWidth) : getLabelUncertainty(type, predictions);
    return {
      // If only objects of the image have predictions, the most uncertain object determines the result.
      getUncertainty: (predictions) => {
        const predictionsByObject = groupByObject(predictions);
        const uncertainties = (
          predictionsByObject.has(null) ? [predictionsByObject.get(null)!] : [...predictionsByObject.values()]
        ).flatMap((group) => getTargetUncertainty(group) ?? []);
        return uncertainties.length === 0 ? null : Math.max(...uncertainties);
      },
      findDisagreements: ({ labels = [], labelled: labelledObjects = [] }, predictions) => {
        const predictionsByObject = groupByObject(predictions);
        return [
          ...compareLabels(type, labels, predictionsByObject.get(null) ?? [], getError),
          ...labelledObjects.flatMap(({ id, labels: annotatedLabels }) =>
            compareLabels(type, annotatedLabels, predictionsByObject.get(id) ?? [], getError).map((disagreement) => ({
              ...disagreement,
              shape: id,
            })),
          ),
        ];
      },
    };
  }
  return {
    getUncertainty: getObjectUncertainty,
    findDisagreements: (truth, predictions) => findShapeDisagreements(truth, predictions, histograms),
  };
}

/** Compares boxes, polygons and masks. Skeletons are ignored, because only evaluations compare them. */
function findShapeDisagreements(
  truth: Annotations,
  predictions: readonly Prediction[],
  histograms?: ReadonlyMap<string, LabelHistograms>,
): Disagreement<PredictedShape>[] {
  const shapes = toAnnotatedShapes(truth).map((shape) => (shape.skeleton ? { ...shape, attributes: { ignore: true } } : shape));
  return compareShapes(shapes, predictions as readonly PredictedShape[], histograms).filter(
    ({ kind, prediction }) => kind !== 'missing' || !prediction?.points,
  );
}

/** Groups predictions by object. The key null contains the predictions for the image itself. */
function groupByObject(predictions: readonly PredictedImageLabel[]): Map<string | null, PredictedImageLabel[]> {
  const predictionsByObject = new Map<string | null, PredictedImageLabel[]>();
  for (const { object = null, ...prediction } of predictions)
    predictionsByObject.set(object, [...(predictionsByObject.get(object) ?? []), prediction]);
  return predictionsByObject;
}

/** Converts annotations to shapes with boxes. */
export function toAnnotatedShapes({ objects = [], skeletons = [], polygons = [], masks = [] }: Annotations): AnnotatedShape[] {
  return [
    ...objects.map(({ data, ...shape }) => ({ ...shape, box: data })),
    ...skeletons.map(({ data, ...shape }) => ({ ...shape, box: computeSkeletonBounds(data) ?? [0, 0, 0, 0], skeleton: data })),
    ...polygons.map(({ data, ...shape }) => ({ ...shape, box: computeBoundingBox(data), geometry: { data } })),
    ...masks.map(({ data, ...shape }) => ({ ...shape, box: measureMask(data).bbox, geometry: { mask: data } })),
  ];
}

/** Minimum probability of stored objects. */
const MIN_STORED_PROB = 0.1;

/** An image with the predictions of a model. */
export interface PredictedImage {
  /** Id of the image. */
  image: string;
  predictions: readonly Prediction[];
  /**
   * Whether the model was trained without the image. Only then can its predictions reveal annotation errors. If the field is missing,
   * predictions are not compared with the annotations, and the suspected errors of the image remain.
   */
  isUnseen?: boolean;
}

/** The run that results belong to. */
export interface RunKey {
  id: string;
  workspaceId: string;
  domain: ModelDomain;
  /** Id of the task. */
  task: string;
  /** Id of the model. */
  model: string;
}

/** Stores the predictions for images, and their disagreements with images that are annotated for the task. */
export async function storePredictions(
  trx: Db,
  run: RunKey,
  analyzer: PredictionAnalyzer,
  images: readonly PredictedImage[],
): Promise<void> {
  const truthsByImage = await readTruths(
    trx,
    run,
    images.map(({ image }) => image),
  );
  for (const { image: imageId, predictions, isUnseen } of images) {
    const truth = truthsByImage.get(imageId);
    // The image was deleted in the meantime.
    if (!truth) continue;
    const storedPredictions = selectStoredPredictions(run, predictions);
    await sql`
      insert into image_prediction (run_id, image_id, model_id, said, uncertainty)
      values (${run.id}, ${imageId}, ${run.model}, ${JSON.stringify(storedPredictions)}::jsonb, ${analyzer.getUncertainty(storedPredictions)})
      on conflict (run_id, image_id) do update set
        model_id = excluded.model_id, said = excluded.said, uncertainty = excluded.uncertainty, created = clock_timestamp()`.execute(
      trx,
    );
    if (isUnseen === undefined) continue;
    await storeSuspects(
      trx,
      run,
      imageId,
      truth.isAnnotated && isUnseen ? analyzer.findDisagreements(truth.annotations, storedPredictions) : [],
    );
  }
}

/** Number of images whose annotations are read at once. */
const IMAGES_PER_QUERY = 100;

/** Compares predictions of shapes with the annotations of their images, by label. */
export async function measureLabels(
  db: Db,
  run: RunKey,
  images: readonly PredictedImage[],
): Promise<ReadonlyMap<string, LabelHistograms>> {
  const results = new Map<string, LabelResults>();
  for (let from = 0; from < images.length && run.domain !== 'recognition'; from += IMAGES_PER_QUERY) {
    const batch = images.slice(from, from + IMAGES_PER_QUERY);
    const truthsByImage = await readTruths(
      db,
      run,
      batch.map(({ image }) => image),
    );
    for (const { image: imageId, predictions } of batch) {
      const truth = truthsByImage.get(imageId);
      if (truth?.isAnnotated)
        addLabelResults(
          results,
          toAnnotatedShapes(truth.annotations),
          selectStoredPredictions(run, predictions) as PredictedShape[],
        );
    }
  }
  return new Map([...results].map(([label, labelResults]) => [label, toLabelHistograms(labelResults)]));
}

const selectStoredPredictions = ({ domain }: RunKey, predictions: readonly Prediction[]): Prediction[] =>
  predictions.filter(({ prob }) => domain === 'recognition' || prob >= MIN_STORED_PROB);

interface ImageAnnotations {
  isAnnotated: boolean;
  annotations: Annotations;
}

async function readTruths(
  trx: Db,
  { domain, task: taskId }: RunKey,
  images: readonly string[],
): Promise<Map<string, ImageAnnotations>> {
  const { rows } = await sql<{ id: string } & ImageAnnotations>`
    select i.id, ${hasExamples(domain, taskId)} as "isAnnotated", ${TASK_ANNOTATIONS[domain](taskId)} as annotations
    from training_image i where i.id = any(${images}::uuid[]) order by i.id for key share`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Replaces the open suspected annotation errors of an image. Suspected errors on which a user has already decided are not created again.
 */
async function storeSuspects(
  trx: Db,
  run: RunKey,
  imageId: string,
  disagreements: readonly Disagreement<Prediction>[],
): Promise<void> {
  await trx
    .deleteFrom('suspect')
    .where('run_id', '=', run.id)
    .where('image_id', '=', imageId)
    .where('state', '=', 'open')
    .execute();
  if (disagreements.length === 0) return;
  const decidedSuspects = await trx
    .selectFrom('suspect')
    .selectAll()
    .where('run_id', '=', run.id)
    .where('image_id', '=', imageId)
    .execute();
  const newDisagreements = disagreements.filter(
    ({ kind, shape, label, prediction }) =>
      !decidedSuspects.some(
        (previous) =>
          previous.kind === kind &&
          previous.shape_id === shape &&
          previous.label_id === label &&
          previous.said_label_id === (prediction?.id ?? null) &&
          (shape !== null || isSamePosition(previous.said, prediction)),
      ),
  );
  if (newDisagreements.length === 0) return;
  await trx
    .insertInto('suspect')
    .values(
      newDisagreements.map(({ kind, shape, label, prediction, confidence }) => {
        const { id: predictedLabel, ...predictionFields } = prediction ?? { id: null };
        return {
          workspace_id: run.workspaceId,
          run_id: run.id,
          image_id: imageId,
          kind,
          shape_id: shape,
          label_id: label,
          said_label_id: predictedLabel,
          said: JSON.stringify(predictionFields),
          sureness: confidence,
        };
      }),
    )
    .execute();
}

const PredictionWithBox = z.object({ bound_box: z.array(z.number()) });
const SAME_POSITION_IOU = 0.5;

/**
 * Whether two predictions have the same position. Predictions without a box, such as labels of the image, always have the same position.
 */
function isSamePosition(previous: unknown, prediction: Prediction | null): boolean {
  const [previousBox, currentBox] = [PredictionWithBox.safeParse(previous).data, PredictionWithBox.safeParse(prediction).data];
  return !previousBox || !currentBox || computeBoxOverlap(previousBox.bound_box, currentBox.bound_box) >= SAME_POSITION_IOU;
}
