import type { Evaluation } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { RecognitionTaskType } from '../database/tables/domain';
import { accuracy, hammingLoss, labelMeasures, type Judged } from './measures';

type Result = Evaluation['result'];

/** A tag is taken as said above this probability, as the console does when it predicts. */
const TAG_THRESHOLD = 0.5;

interface PredictedPicture {
  image_id: string;
  task_id: string;
  type: RecognitionTaskType;
  labels: unknown;
}

const PredictedLabels = z.array(z.object({ id: z.string(), prob: z.number() }));

/**
 * Sets the stored predictions of the verified TEST images of a workspace against their labels.
 *
 * A top label is a label of a categorisation task. Its accuracy and count are over the images that truly carry it; its
 * sub-labels are those of all other tasks, its hamming loss is over them, on the same images.
 */
export async function evaluate(db: Db, workspaceId: string): Promise<Result> {
  const tasks = await readTasks(db, workspaceId);
  const pictures = await readPredictions(db, workspaceId);
  const truths = await readTruth(db, [...new Set(pictures.map((picture) => picture.image_id))]);
  const judgedBy = new Map(tasks.map((task) => [task.id, judge(task, pictures, truths)]));
  const topLabels = tasks
    .filter((task) => task.type === 'multi_class')
    .flatMap((task) =>
      task.labels.map((label) => {
        const images = new Map([...(judgedBy.get(task.id) ?? [])].filter(([, { truth }]) => truth.has(label.id)));
        return {
          ...topMeasures([...images.values()]),
          id: label.id,
          name: label.name,
          ...subLabels(task.id, images, tasks, judgedBy),
        };
      }),
    );
  return { top_labels: topLabels.filter((label) => label.count > 0) };
}

interface Task {
  id: string;
  type: RecognitionTaskType;
  labels: { id: string; name: string }[];
}

function topMeasures(judged: readonly Judged[]) {
  return { accuracy: accuracy(judged), count: judged.length };
}

/** The other tasks' labels on the images of a top label. Every image counts on which at least one of them was predicted. */
function subLabels(
  topTask: string,
  images: ReadonlyMap<string, Judged>,
  tasks: readonly Task[],
  judgedBy: ReadonlyMap<string, ReadonlyMap<string, Judged>>,
) {
  const others = tasks.filter((task) => task.id !== topTask && task.type !== 'regression');
  const perTask = others
    .map((task) => ({
      task,
      judged: [...images.keys()].flatMap((image) => judgedBy.get(task.id)?.get(image) ?? []),
    }))
    .filter(({ judged }) => judged.length > 0);
  const losses = perTask.flatMap(({ task, judged }) => {
    const loss = hammingLoss(
      judged,
      task.labels.map((label) => label.id),
    );
    return loss === null ? [] : [{ loss, decisions: judged.length * task.labels.length }];
  });
  const decisions = losses.reduce((sum, { decisions: n }) => sum + n, 0);
  return {
    hamming_loss: decisions === 0 ? null : losses.reduce((sum, { loss, decisions: n }) => sum + loss * n, 0) / decisions,
    labels: perTask.flatMap(({ task, judged }) =>
      task.labels.map((label) => ({ id: label.id, name: label.name, ...labelMeasures(judged, label.id) })),
    ),
  };
}

function judge(
  task: Task,
  pictures: readonly PredictedPicture[],
  truths: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Judged> {
  const own = new Set(task.labels.map((label) => label.id));
  return new Map(
    pictures
      .filter((picture) => picture.task_id === task.id)
      .map((picture) => {
        const truth = new Set([...(truths.get(picture.image_id) ?? [])].filter((label) => own.has(label)));
        return [picture.image_id, { truth, predicted: saidOf(task.type, PredictedLabels.parse(picture.labels)) }];
      }),
  );
}

function saidOf(type: RecognitionTaskType, labels: z.output<typeof PredictedLabels>): Set<string> {
  const byProbability = [...labels].sort((a, b) => b.prob - a.prob);
  const said = type === 'multi_class' ? byProbability.slice(0, 1) : byProbability.filter((label) => label.prob > TAG_THRESHOLD);
  return new Set(said.map((label) => label.id));
}

async function readTasks(db: Db, workspaceId: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select t.id, t.type, coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name), l.id)
      from recognition_task_label tl join recognition_label l on l.id = tl.label_id where tl.task_id = t.id), '[]') as labels
    from recognition_task t where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`.execute(db);
  return rows;
}

async function readPredictions(db: Db, workspaceId: string): Promise<PredictedPicture[]> {
  const { rows } = await sql<PredictedPicture>`
    select p.image_id, p.task_id, t.type, p.labels
    from prediction p join recognition_task t on t.id = p.task_id join training_image i on i.id = p.image_id
    where p.workspace_id = ${workspaceId} and i.test_image and exists (select 1 from image_verification v where v.image_id = i.id)`.execute(
    db,
  );
  return rows;
}

async function readTruth(db: Db, imageIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ image_id: string; label_id: string }>`
    select image_id, label_id from image_label where image_id = any(${imageIds}::uuid[])`.execute(db);
  const truths = new Map<string, Set<string>>();
  for (const { image_id, label_id } of rows) truths.set(image_id, (truths.get(image_id) ?? new Set()).add(label_id));
  return truths;
}
