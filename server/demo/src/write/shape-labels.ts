import { randomUUID } from 'node:crypto';
import { daysAgo, idOf, type Context } from './context';

/** A label of detection or segmentation. */
export interface ShapeLabelPlan {
  /** The kind of the drawn parts that it names; also how other rows of the demo speak of it. */
  key: string;
  name: string;
  color: string;
}

export interface ShapeTaskPlan {
  key: string;
  name: string;
  description: string;
  labels: readonly string[];
  inputSize?: number;
}

export interface ShapeLabels {
  labels: ReadonlyMap<string, string>;
  tasks: ReadonlyMap<string, string>;
}

/** Inserts the labels and tasks of detection or of segmentation. */
export async function insertShapeLabels(
  context: Context,
  domain: 'detection' | 'segmentation',
  labelPlans: readonly ShapeLabelPlan[],
  taskPlans: readonly ShapeTaskPlan[],
): Promise<ShapeLabels> {
  const { db, workspaceId: workspace_id } = context;
  const created = daysAgo(context, 41);
  const labels = new Map(labelPlans.map((plan) => [plan.key, randomUUID() as string]));
  const tasks = new Map(taskPlans.map((plan) => [plan.key, randomUUID() as string]));
  await db
    .insertInto(`${domain}_label`)
    .values(labelPlans.map(({ key, name, color }) => ({ id: idOf(labels, key), workspace_id, name, color, created })))
    .execute();
  await db
    .insertInto(`${domain}_task`)
    .values(
      taskPlans.map(({ key, name, description, inputSize }) => ({
        id: idOf(tasks, key),
        workspace_id,
        name,
        description,
        created,
        training_params: JSON.stringify(inputSize ? { 'detection-model': { input_size: inputSize } } : {}),
      })),
    )
    .execute();
  const links = taskPlans.flatMap(({ key, labels: members }) =>
    members.map((label) => ({ task_id: idOf(tasks, key), label_id: idOf(labels, label), workspace_id, created })),
  );
  await db.insertInto(`${domain}_task_label`).values(links).execute();
  return { labels, tasks };
}

/** Says by which recognition tasks the boxes of a detection label are told apart. */
export async function linkRecognitionTasks(
  context: Context,
  { labels }: ShapeLabels,
  tasks: ReadonlyMap<string, string>,
  links: readonly (readonly [label: string, task: string])[],
): Promise<void> {
  await context.db
    .insertInto('detection_label_recognition_task')
    .values(
      links.map(([label, task]) => ({
        label_id: idOf(labels, label),
        task_id: idOf(tasks, task),
        workspace_id: context.workspaceId,
      })),
    )
    .execute();
}

export async function insertNegativeImages(
  context: Context,
  { tasks }: ShapeLabels,
  task: string,
  imageIds: readonly string[],
): Promise<void> {
  await context.db
    .insertInto('detection_task_negative_image')
    .values(imageIds.map((image_id) => ({ task_id: idOf(tasks, task), image_id, workspace_id: context.workspaceId })))
    .execute();
}
