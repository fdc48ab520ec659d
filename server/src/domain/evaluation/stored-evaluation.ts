import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import {
  listTaskLabels,
  selectRecognitionLabels,
  TASK_ANNOTATIONS,
  isEvaluatedImage,
  type Annotations,
  type TaskLabel,
  type TaskWithParams,
} from '../../ml/learning/dataset';
import type { ImagePrediction } from '../../ml/models/predict-images';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { toAnnotatedShapes, type Prediction } from '../../ml/prediction-runs/analyze-predictions';
import type { AnnotatedShape, PredictedShape } from '../../ml/prediction-runs/disagreement';
import { compareImageLabels, compareImageShapes, type Decision } from './decisions';
import { createOverlapFunction } from './shape-overlap';

/** Default threshold per type of task, for models without thresholds of their own. */
export const DEFAULT_THRESHOLD: Record<RecognitionTaskType, number> = { multi_class: 0, multi_label: 0.5, regression: 0 };
const ROWS_PER_QUERY = 500;
/** Number of newest evaluations per task that store their images, about 3 MB each. Older evaluations retain only their results. */
const MAX_EVALUATIONS_WITH_IMAGES = 20;

// The table `evaluation_picture` stores the annotations (`truth`) and the predictions (`said`) of each evaluated image.

/** A task as it was when it was evaluated. */
export interface StoredTask {
  task_id: string;
  domain: ModelDomain;
  type: RecognitionTaskType | null;
  name: string;
  model_id: string | null;
  model_number: number | null;
  threshold: number;
  labels: TaskLabel[];
}

/** The labels of a task as they were when it was evaluated. Evaluations of older releases have no templates of skeletons. */
export const StoredLabels = z.array(
  z.object({ id: z.string(), name: z.string(), skeleton: z.custom<SkeletonTemplate>().optional() }),
);

/** Stores a task of an evaluation, and deletes the images of the task's older evaluations. */
export async function storeTask(trx: Db, evaluationId: string, { labels, ...task }: StoredTask): Promise<void> {
  await trx
    .insertInto('evaluation_task')
    .values({ evaluation_id: evaluationId, ...task, labels: JSON.stringify(labels) })
    .execute();
  await sql`
    delete from evaluation_picture where task_id = ${task.task_id} and evaluation_id in (
      select e.id from evaluation_task t join evaluation e on e.id = t.evaluation_id where t.task_id = ${task.task_id}
      order by e.created desc, e.id offset ${MAX_EVALUATIONS_WITH_IMAGES})`.execute(trx);
}

/** SQL condition: the images of an evaluation `e` were deleted to make space for newer evaluations. */
export const IMAGES_DELETED = sql<boolean>`exists (
  select from evaluation_task t where t.evaluation_id = e.id
  and not exists (select from evaluation_picture p where p.evaluation_id = e.id and p.task_id = t.task_id)
  and (select count(*) from evaluation_task o join evaluation n on n.id = o.evaluation_id
    where o.task_id = t.task_id and n.created > e.created) >= ${sql.lit(MAX_EVALUATIONS_WITH_IMAGES)})`;

/** Lists the labels that users can assign for a task, sorted by name, including the negative label of a tagging task. */
export async function listAssignableLabels(db: Db, domain: ModelDomain, taskId: string): Promise<TaskLabel[]> {
  if (domain !== 'recognition') return listTaskLabels(db, domain, taskId);
  const { rows } = await sql<TaskLabel>`
    select l.id, l.name from recognition_label l where l.id in (${selectRecognitionLabels(taskId)}) order by lower(l.name), l.id`.execute(
    db,
  );
  return rows;
}

/** Stores the predictions for a recognition task together with the current labels of the images. */
export async function copyPredictions(trx: Db, evaluationId: string, task: TaskWithParams): Promise<void> {
  await sql`
    insert into evaluation_picture (evaluation_id, task_id, image_id, truth, said)
    select ${evaluationId}, p.task_id, i.id, ${TASK_ANNOTATIONS.recognition(task.id)}, p.labels
    from prediction p join training_image i on i.id = p.image_id
    where p.task_id = ${task.id} and ${isEvaluatedImage('recognition', task)}`.execute(trx);
}

/** Stores predictions of a model together with the current annotations. Images deleted in the meantime are omitted. */
export async function storePredictions(
  trx: Db,
  evaluationId: string,
  { task_id: task, domain }: Pick<StoredTask, 'task_id' | 'domain'>,
  predictionsByImage: ReadonlyMap<string, readonly ImagePrediction[]>,
): Promise<void> {
  for (const [image, predictions] of predictionsByImage)
    await sql`
      insert into evaluation_picture (evaluation_id, task_id, image_id, truth, said)
      select ${evaluationId}, ${task}, i.id, ${TASK_ANNOTATIONS[domain](task)}, ${JSON.stringify(predictions)}::jsonb
      from training_image i where i.id = ${image}
      on conflict (evaluation_id, task_id, image_id) do nothing`.execute(trx);
}

/** An image of an evaluation with its annotations and predictions. */
export interface StoredImage {
  image: string;
  truth: Annotations;
  /** The predictions. `object` is the object that a label belongs to, if any. */
  predictions: (Prediction & { object?: string })[];
}

/** Reads the images of a task in an evaluation, in batches. `where` is a condition on `p`. */
export async function* readStoredImages(
  db: Db,
  evaluationId: string,
  taskId: string,
  where: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<StoredImage> {
  for (let lastImage: string | null = null; ;) {
    const { rows }: { rows: StoredImage[] } = await sql<StoredImage>`
      select p.image_id as image, p.truth, p.said as predictions from evaluation_picture p
      where p.evaluation_id = ${evaluationId} and p.task_id = ${taskId} and (${lastImage}::uuid is null or p.image_id > ${lastImage}) and ${where}
      order by p.image_id limit ${ROWS_PER_QUERY}`.execute(db);
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastImage = lastRow.image;
  }
}

/**
 * Whether the labels of an image itself are compared. As in trainings, they are not compared if only objects of the image have labels, or
 * if an image has several labels of a single-label task.
 */
export function isImageCompared(type: RecognitionTaskType | null, { labels = [], labelled = [] }: Annotations): boolean {
  return type === 'multi_class' && labels.length > 1 ? false : labels.length > 0 || labelled.length === 0;
}

/** Returns the templates of the labels whose skeletons are compared. */
export const mapTemplates = (labels: readonly TaskLabel[]): ReadonlyMap<string, SkeletonTemplate> =>
  new Map(labels.flatMap(({ id, skeleton }) => (skeleton ? [[id, skeleton] as const] : [])));

export interface ComparedShapes {
  shapes: AnnotatedShape[];
  predictions: PredictedShape[];
}

/** Selects the skeletons of labels that have a template, and the other shapes of labels that have none. */
export function selectComparedShapes(
  { truth, predictions }: StoredImage,
  templates: ReadonlyMap<string, SkeletonTemplate>,
): ComparedShapes {
  return {
    shapes: toAnnotatedShapes(truth).filter(({ label, skeleton }) => templates.has(label) === (skeleton !== undefined)),
    predictions: (predictions as PredictedShape[]).filter(({ id, points }) => !templates.has(id) || points !== undefined),
  };
}

/**
 * Returns a function that compares an image at a threshold: one array of decisions for the image, and for recognition one for each labelled
 * object. Objects without predictions are omitted. Use one function for all thresholds, because it computes overlaps once.
 */
export function createImageComparison(
  { type, labels }: Pick<StoredTask, 'type' | 'labels'>,
  image: StoredImage,
): (threshold: number) => Decision[][] {
  const { truth, predictions } = image;
  if (!type) {
    const templates = mapTemplates(labels);
    const [comparedShapes, computeOverlap] = [selectComparedShapes(image, templates), createOverlapFunction(templates)];
    return (threshold) => [compareImageShapes(comparedShapes.shapes, comparedShapes.predictions, threshold, computeOverlap)];
  }
  const imagePredictions = predictions.filter(({ object }) => object === undefined);
  const isCompared = isImageCompared(type, truth);
  return (threshold) => {
    const imageDecisions = isCompared ? [compareImageLabels(type, truth.labels ?? [], imagePredictions, threshold)] : [];
    const objectDecisions = (truth.labelled ?? []).flatMap(({ id, data, labels }): Decision[][] => {
      const objectPredictions = predictions.filter(({ object }) => object === id);
      if (objectPredictions.length === 0) return [];
      const decisions = compareImageLabels(type, labels, objectPredictions, threshold);
      return [decisions.map((decision) => ({ ...decision, shape: id, truthBox: data }))];
    });
    return [...imageDecisions, ...objectDecisions];
  };
}
