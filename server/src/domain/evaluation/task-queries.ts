import type { EvaluationMeasures, EvaluatedImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { isCorrect, compareByError, type Decision } from './decisions';
import {
  createImageComparison,
  mapTemplates,
  readStoredImages,
  selectComparedShapes,
  StoredLabels,
  type StoredTask,
} from './stored-evaluation';
import { SkeletonTally } from './skeleton-precision';
import { computeAccuracy, computeHammingLoss, type LabelComparison } from './metrics';
import { toLabelComparison, DecisionTally } from './decision-tally';

/** The thresholds at which a model is measured. */
export const THRESHOLDS = Array.from({ length: 19 }, (_, index) => (index + 1) / 20);

/**
 * Reads a task of an evaluation. A label has a skeleton template only if the model has predicted its skeletons. Its skeletons are then
 * compared, otherwise its boxes. By default, returns a task that has the label, or else the task with most images. Throws 404.
 */
export async function findEvaluationTask(
  db: Db,
  evaluationId: string,
  taskId: string | undefined,
  label = 'none',
): Promise<StoredTask> {
  const { rows } = await sql<Omit<StoredTask, 'labels'> & { labels: unknown }>`
    select t.* from evaluation_task t where t.evaluation_id = ${evaluationId} and (${taskId ?? null}::uuid is null or t.task_id = ${taskId ?? null})
    order by (t.labels @> ${JSON.stringify([{ id: label }])}::jsonb) desc, (select count(*) from evaluation_picture p where p.evaluation_id = t.evaluation_id and p.task_id = t.task_id) desc,
      lower(t.name), t.task_id limit 1`.execute(db);
  const row = rows[0];
  if (!row) throw notFound('Task');
  const labels = StoredLabels.parse(row.labels);
  if (!labels.some(({ skeleton }) => skeleton)) return { ...row, labels };
  // The column `said` contains the predictions for an image. Only predicted skeletons have `points`.
  const { rows: skeletonLabels } = await sql<{ id: string }>`
    select distinct s ->> 'id' as id from evaluation_picture p, jsonb_array_elements(p.said) s
    where p.evaluation_id = ${evaluationId} and p.task_id = ${row.task_id} and s ? 'points'`.execute(db);
  const skeletonLabelIds = new Set(skeletonLabels.map(({ id }) => id));
  return {
    ...row,
    labels: labels.map(({ skeleton, ...rest }) => (skeletonLabelIds.has(rest.id) ? { ...rest, skeleton } : rest)),
  };
}

/** Computes the metrics of a task's model at a threshold, by label and as a confusion matrix. */
export async function computeTaskMetrics(
  db: Db,
  evaluationId: string,
  task: StoredTask,
  threshold = task.threshold,
): Promise<EvaluationMeasures> {
  const tally = new DecisionTally();
  const tallies = task.type === 'regression' ? [] : THRESHOLDS.map((step) => ({ threshold: step, tally: new DecisionTally() }));
  const comparisons: LabelComparison[] = [];
  const templates = mapTemplates(task.labels);
  const skeletonTally = new SkeletonTally(templates);
  let [imageCount, objectCount] = [0, 0];
  for await (const image of readStoredImages(db, evaluationId, task.task_id)) {
    const compareAtThreshold = createImageComparison(task, image);
    const decisionsByTarget = compareAtThreshold(threshold);
    if (decisionsByTarget.length > 0) imageCount += 1;
    tally.add(decisionsByTarget.flat());
    if (templates.size > 0) skeletonTally.add(image.image, selectComparedShapes(image, templates));
    if (task.type && task.type !== 'regression') comparisons.push(...decisionsByTarget.map(toLabelComparison));
    if (task.type) objectCount += decisionsByTarget.filter(([firstDecision]) => firstDecision?.shape).length;
    for (const thresholdTally of tallies) thresholdTally.tally.add(compareAtThreshold(thresholdTally.threshold).flat());
  }
  const { labels, cells } = tally.computeMetrics(task.labels, task.type === 'regression');
  return {
    task: task.task_id,
    threshold,
    pictures: imageCount,
    ...(task.type && { objects: objectCount }),
    accuracy: computeAccuracy(comparisons),
    hamming_loss: computeHammingLoss(
      comparisons,
      task.labels.map(({ id }) => id),
    ),
    labels: labels.map((label) => {
      const skeletons = skeletonTally.compute(label.id);
      return { ...label, ...(skeletons && { skeletons }) };
    }),
    cells,
    by_threshold: tallies.map((thresholdTally) => ({ threshold: thresholdTally.threshold, ...thresholdTally.tally.total })),
  };
}

/** Throws 404 if no task of the evaluation has one of the labels. */
export async function requireLabels(db: Db, evaluationId: string, requestedIds: readonly (string | undefined)[]): Promise<void> {
  const ids = requestedIds.filter((id) => id !== undefined && id !== 'none');
  const { rows } = await sql<{
    labels: unknown;
  }>`select labels from evaluation_task where evaluation_id = ${evaluationId}`.execute(db);
  const knownLabels = new Set(rows.flatMap(({ labels }) => StoredLabels.parse(labels).map(({ id }) => id)));
  if (ids.some((id) => !knownLabels.has(id as string))) throw notFound('Label');
}

/** Which decisions of an evaluation to list. A decision compares an annotation with a prediction. */
interface DecisionQuery {
  threshold?: number;
  /** Id of the true label. `none` selects decisions without one, undefined selects all. */
  truth?: string;
  /** Id of the predicted label, with the same meaning as `truth`. */
  said?: string;
  /** Id of a label that is either the true or the predicted one. */
  label?: string;
  /** Id of a label of the image itself, from any task of the evaluation. */
  among?: string;
  limit: number;
  offset: number;
}

type EvaluatedImageRow = Omit<EvaluatedImage, 'img_path' | 'thumb_img_path'> & { shown_key: string; thumb_key: string };

/** Lists the decisions behind a metric or a cell of the confusion matrix, the most confident errors first. */
export async function listDecisions(
  db: Db,
  evaluationId: string,
  task: StoredTask,
  { threshold = task.threshold, truth, said: predictedLabel, label, among, limit, offset }: DecisionQuery,
): Promise<{ count: number; rows: EvaluatedImageRow[] }> {
  const matchesLabel = (value: string | null, expected: string | undefined) =>
    expected === undefined || value === (expected === 'none' ? null : expected);
  const isRequestedDecision = (decision: Decision) =>
    matchesLabel(decision.truth, truth) &&
    matchesLabel(decision.said, predictedLabel) &&
    (label === undefined || decision.truth === label || decision.said === label);
  const where = among
    ? sql`exists (select from evaluation_picture o where o.evaluation_id = p.evaluation_id and o.image_id = p.image_id
        and o.truth -> 'labels' @> ${JSON.stringify([{ id: among }])}::jsonb)`
    : undefined;
  const decisions: (Decision & { image: string })[] = [];
  for await (const image of readStoredImages(db, evaluationId, task.task_id, where))
    for (const decision of createImageComparison(task, image)(threshold).flat())
      if (isRequestedDecision(decision)) decisions.push({ ...decision, image: image.image });
  decisions.sort(compareByError);
  const labelNames = new Map(task.labels.map(({ id, name }) => [id, name]));
  const templates = mapTemplates(task.labels);
  const getName = (id: string | null) => (id === null ? null : (labelNames.get(id) ?? null));
  const images = await readImages(
    db,
    decisions.slice(offset, offset + limit).map(({ image }) => image),
  );
  const rows = decisions
    .slice(offset, offset + limit)
    .flatMap(({ truthBox, saidBox, truthValue, saidValue, skeleton, ...decision }): EvaluatedImageRow[] => {
      const image = images.get(decision.image);
      if (!image) return [];
      const boxes = { truth_box: truthBox && [...truthBox], said_box: saidBox && [...saidBox] };
      const values = { truth_value: truthValue, said_value: saidValue };
      const names = { truth_name: getName(decision.truth), said_name: getName(decision.said) };
      return [
        {
          ...decision,
          ...image,
          right: isCorrect({ ...decision, truthBox, saidBox, truthValue, saidValue }),
          ...boxes,
          ...values,
          ...names,
          ...(skeleton && {
            skeleton: {
              truth: skeleton.truth && [...skeleton.truth],
              said: skeleton.said && [...skeleton.said],
              edges: templates.get(decision.truth ?? decision.said ?? '')?.edges ?? [],
              oks: skeleton.oks,
            },
          }),
        },
      ];
    });
  return { count: decisions.length, rows };
}

type ImageFile = Pick<EvaluatedImageRow, 'img_width' | 'img_height' | 'shown_key' | 'thumb_key'>;

/** Reads the sizes and file keys of images by id. */
export async function readImages(db: Db, ids: readonly string[]): Promise<Map<string, ImageFile>> {
  const { rows } = await sql<ImageFile & { id: string }>`
    select i.id, coalesce(i.display_key, i.img_key) as shown_key, i.thumb_key, i.img_width, i.img_height
    from training_image i where i.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...image }) => [id, image]));
}
