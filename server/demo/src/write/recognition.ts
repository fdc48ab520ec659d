import { randomUUID } from 'node:crypto';
import type { RecognitionLabelType, RecognitionTaskType } from '@console/server/platform/database/tables/domain';
import { createTask } from '@console/server/domain/recognition/tasks/write';
import { daysAgo, idOf, inChunks, type Context } from './context';

export interface LabelPlan {
  key: string;
  name: string;
  type: RecognitionLabelType;
  description?: string;
  color?: string;
  /** Least, most and step of a value. */
  range?: readonly [min: number, max: number, step: number];
}

export interface TaskPlan {
  key: string;
  name: string;
  type: RecognitionTaskType;
  description: string;
  /** Keys of its labels. A tagging task gets its negative label besides, under `<key>: none`. */
  labels: readonly string[];
}

export interface Recognition {
  labels: ReadonlyMap<string, string>;
  tasks: ReadonlyMap<string, string>;
}

export async function insertRecognition(
  context: Context,
  labelPlans: readonly LabelPlan[],
  taskPlans: readonly TaskPlan[],
): Promise<Recognition> {
  const { db, workspaceId: workspace_id } = context;
  const created = daysAgo(context, 41);
  const labels = new Map(labelPlans.map((plan) => [plan.key, randomUUID() as string]));
  await db
    .insertInto('recognition_label')
    .values(
      labelPlans.map(({ key, name, type, description = '', color = null, range }) => ({
        id: idOf(labels, key),
        workspace_id,
        name,
        type,
        description,
        color,
        created,
        min_value: range?.[0] ?? null,
        max_value: range?.[1] ?? null,
        step_value: range?.[2] ?? null,
      })),
    )
    .execute();

  const tasks = new Map<string, string>();
  for (const { key, name, type, description, labels: members } of taskPlans) {
    const taskId = await createTask(db, { workspace_id, name, type, description });
    tasks.set(key, taskId);
    await db
      .insertInto('recognition_task_label')
      .values(members.map((label) => ({ task_id: taskId, label_id: idOf(labels, label), workspace_id, created })))
      .execute();
    const negative = await db
      .selectFrom('recognition_label')
      .select('id')
      .where('negative_for_task', '=', taskId)
      .executeTakeFirst();
    if (negative) labels.set(`${key}: none`, negative.id);
  }
  return { labels, tasks };
}

/** A label, by its key, on a picture or on a box. */
export interface Attachment {
  target: string;
  label: string;
  value?: number;
  created: Date;
}

export async function labelImages(context: Context, { labels }: Recognition, attachments: readonly Attachment[]): Promise<void> {
  const rows = attachments.map(({ target, label, value = null, created }) => ({
    image_id: target,
    label_id: idOf(labels, label),
    workspace_id: context.workspaceId,
    value,
    created,
  }));
  await inChunks(rows, (chunk) => context.db.insertInto('image_label').values(chunk).execute());
}

export async function labelObjects(context: Context, { labels }: Recognition, attachments: readonly Attachment[]): Promise<void> {
  const rows = attachments.map(({ target, label, value = null, created }) => ({
    object_id: target,
    label_id: idOf(labels, label),
    workspace_id: context.workspaceId,
    value,
    created,
  }));
  await inChunks(rows, (chunk) => context.db.insertInto('object_label').values(chunk).execute());
}
