import type { Evaluation } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { IS_ANNOTATED, isEvaluatedImage } from '../../ml/learning/dataset';
import { computeAccuracy, computeHammingLoss, computeLabelMetrics, type LabelComparison } from './metrics';

type EvaluationResult = Evaluation['result'];

/** Probability above which a tag counts as predicted, the same as in the console. */
const TAG_THRESHOLD = 0.5;

interface StoredPrediction {
  image_id: string;
  task_id: string;
  labels: unknown;
}

const PredictedLabels = z.array(z.object({ id: z.string(), prob: z.number() }));

/**
 * Compares the stored predictions for the verified TEST images of a workspace with their labels.
 *
 * A top label is a label of a single-label task. Its accuracy and count refer to the images that have this label. Its
 * sub-labels are the labels of all other tasks; its Hamming loss measures their predictions on the same images.
 */
export async function computeEvaluation(db: Db, workspaceId: string): Promise<EvaluationResult> {
  const tasks = await readTasks(db, workspaceId);
  const predictions: StoredPrediction[] = [];
  for (const task of tasks) predictions.push(...(await readPredictions(db, task)));
  const trueLabelsByImage = await readTruth(db, [...new Set(predictions.map((prediction) => prediction.image_id))]);
  const comparisonsByTask = new Map(tasks.map((task) => [task.id, compareTask(task, predictions, trueLabelsByImage)]));
  const topLabels = tasks
    .filter((task) => task.type === 'multi_class')
    .flatMap((task) =>
      task.labels.map((label) => {
        const images = new Map([...(comparisonsByTask.get(task.id) ?? [])].filter(([, { truth }]) => truth.has(label.id)));
        return {
          ...getTopMetrics([...images.values()]),
          id: label.id,
          name: label.name,
          ...getSubLabelMetrics(task.id, images, tasks, comparisonsByTask),
        };
      }),
    );
  return { top_labels: topLabels.filter((label) => label.count > 0) };
}

interface EvaluatedTask {
  id: string;
  type: RecognitionTaskType;
  training_params: unknown;
  labels: { id: string; name: string }[];
}

function getTopMetrics(comparisons: readonly LabelComparison[]) {
  return { accuracy: computeAccuracy(comparisons), count: comparisons.length };
}

/** Computes the metrics of the labels of the other tasks, on those images of a top label that have a prediction for the other task. */
function getSubLabelMetrics(
  topTask: string,
  images: ReadonlyMap<string, LabelComparison>,
  tasks: readonly EvaluatedTask[],
  comparisonsByTask: ReadonlyMap<string, ReadonlyMap<string, LabelComparison>>,
) {
  const otherTasks = tasks.filter((task) => task.id !== topTask && task.type !== 'regression');
  const comparedTasks = otherTasks
    .map((task) => ({
      task,
      comparisons: [...images.keys()].flatMap((image) => comparisonsByTask.get(task.id)?.get(image) ?? []),
    }))
    .filter(({ comparisons }) => comparisons.length > 0);
  const losses = comparedTasks.flatMap(({ task, comparisons }) => {
    const loss = computeHammingLoss(
      comparisons,
      task.labels.map((label) => label.id),
    );
    return loss === null ? [] : [{ loss, decisions: comparisons.length * task.labels.length }];
  });
  const decisions = losses.reduce((sum, { decisions: decisionCount }) => sum + decisionCount, 0);
  return {
    hamming_loss:
      decisions === 0
        ? null
        : losses.reduce((sum, { loss, decisions: decisionCount }) => sum + loss * decisionCount, 0) / decisions,
    labels: comparedTasks.flatMap(({ task, comparisons }) =>
      task.labels.map((label) => ({ id: label.id, name: label.name, ...computeLabelMetrics(comparisons, label.id) })),
    ),
  };
}

/** Compares the predictions for a task with the true labels. Returns the compared labels by image id. */
function compareTask(
  task: EvaluatedTask,
  predictions: readonly StoredPrediction[],
  trueLabelsByImage: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, LabelComparison> {
  const taskLabels = new Set(task.labels.map((label) => label.id));
  return new Map(
    predictions
      .filter((prediction) => prediction.task_id === task.id)
      .map((prediction) => {
        const trueLabels = new Set(
          [...(trueLabelsByImage.get(prediction.image_id) ?? [])].filter((label) => taskLabels.has(label)),
        );
        return [
          prediction.image_id,
          { truth: trueLabels, predicted: selectLabels(task.type, PredictedLabels.parse(prediction.labels)) },
        ] as const;
      })
      // As in trainings, an image with several labels is not used for a task with one label per image.
      .filter(([, { truth }]) => task.type !== 'multi_class' || truth.size <= 1),
  );
}

function selectLabels(type: RecognitionTaskType, labels: z.output<typeof PredictedLabels>): Set<string> {
  const sortedLabels = [...labels].sort((a, b) => b.prob - a.prob);
  const selectedLabels =
    type === 'multi_class' ? sortedLabels.slice(0, 1) : sortedLabels.filter((label) => label.prob > TAG_THRESHOLD);
  return new Set(selectedLabels.map((label) => label.id));
}

async function readTasks(db: Db, workspaceId: string): Promise<EvaluatedTask[]> {
  const { rows } = await sql<EvaluatedTask>`
    select t.id, t.type, t.training_params, coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name), l.id)
      from recognition_task_label tl join recognition_label l on l.id = tl.label_id where tl.task_id = t.id), '[]') as labels
    from recognition_task t where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`.execute(db);
  return rows;
}

/** Reads the predictions for the TEST images of a task. Leaves out images of which only the objects are labelled. */
async function readPredictions(db: Db, task: EvaluatedTask): Promise<StoredPrediction[]> {
  const { rows } = await sql<StoredPrediction>`
    select p.image_id, p.task_id, p.labels from prediction p join training_image i on i.id = p.image_id
    where p.task_id = ${task.id} and ${isEvaluatedImage('recognition', task)} and ${IS_ANNOTATED.recognition(task.id)}`.execute(
    db,
  );
  return rows;
}

async function readTruth(db: Db, imageIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ image_id: string; label_id: string }>`
    select image_id, label_id from image_label where image_id = any(${imageIds}::uuid[])`.execute(db);
  const trueLabelsByImage = new Map<string, Set<string>>();
  for (const { image_id, label_id } of rows)
    trueLabelsByImage.set(image_id, (trueLabelsByImage.get(image_id) ?? new Set()).add(label_id));
  return trueLabelsByImage;
}
