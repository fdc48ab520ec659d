import { createTask } from '@console/server/domain/recognition/tasks/write';
import type { WorkspaceData } from '../data/workspace-data';
import { getDateBefore, getId, insertInChunks, mapIdsByName, type Context, type IdsByName } from './context';
import type { RestoredImage } from './images';

/** The labels and tasks of a domain. */
export interface LabelIds {
  labels: IdsByName;
  tasks: IdsByName;
}

/** Labels and tasks were created this many days before the first start, which is earlier than the first image. */
const LABELS_DAYS_AGO = 41;

/** Inserts recognition labels and tasks. The returned labels include the negative labels "none of these" of tagging tasks. */
export async function insertRecognition(context: Context, data: WorkspaceData['recognition']): Promise<LabelIds> {
  const { db, workspaceId: workspace_id } = context;
  const createdDate = getDateBefore(context, LABELS_DAYS_AGO);
  const labelRows = data.labels.map(({ range: [min_value, max_value, step_value] = [null, null, null], ...label }) => ({
    ...label,
    workspace_id,
    created: createdDate,
    min_value,
    max_value,
    step_value,
  }));
  const labelIds = mapIdsByName(await db.insertInto('recognition_label').values(labelRows).returning(['id', 'name']).execute());
  const taskIds = new Map<string, string>();
  for (const { labels: labelNames, ...task } of data.tasks) {
    const task_id = await createTask(db, { workspace_id, ...task });
    taskIds.set(task.name, task_id);
    const taskLabelRows = labelNames.map((name) => ({
      task_id,
      label_id: getId(labelIds, name),
      workspace_id,
      created: createdDate,
    }));
    await db.insertInto('recognition_task_label').values(taskLabelRows).execute();
  }
  const negativeLabels = await db
    .selectFrom('recognition_label')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('negative_for_task', 'is not', null)
    .execute();
  return { labels: new Map([...labelIds, ...mapIdsByName(negativeLabels)]), tasks: taskIds };
}

/** Inserts the labels and tasks of detection or segmentation. */
export async function insertShapeLabels(
  context: Context,
  domain: 'detection' | 'segmentation',
  data: WorkspaceData['detection'],
  recognitionTasks: IdsByName,
): Promise<LabelIds> {
  const { db, workspaceId: workspace_id } = context;
  if (data.labels.length === 0) return { labels: new Map(), tasks: new Map() };
  const createdDate = getDateBefore(context, LABELS_DAYS_AGO);
  const labelRows = data.labels
    .toSorted((a, b) => Number(b.key !== null) - Number(a.key !== null))
    .map(({ name, color, key }) => ({ workspace_id, name, color, key, created: createdDate }));
  const labelIds = mapIdsByName(await db.insertInto(`${domain}_label`).values(labelRows).returning(['id', 'name']).execute());
  const taskRows = data.tasks.map(({ name, description, input_size }) => ({
    workspace_id,
    name,
    description,
    created: createdDate,
    training_params: JSON.stringify(input_size ? { 'detection-model': { input_size } } : {}),
  }));
  const taskIds = mapIdsByName(await db.insertInto(`${domain}_task`).values(taskRows).returning(['id', 'name']).execute());
  const taskLabelRows = data.tasks.flatMap((task) =>
    task.labels.map((name) => ({
      task_id: getId(taskIds, task.name),
      label_id: getId(labelIds, name),
      workspace_id,
      created: createdDate,
    })),
  );
  await db.insertInto(`${domain}_task_label`).values(taskLabelRows).execute();
  const labelTaskRows = data.labels.flatMap(({ name, recognition_tasks }) =>
    recognition_tasks.map((task) => ({ label_id: getId(labelIds, name), task_id: getId(recognitionTasks, task), workspace_id })),
  );
  if (labelTaskRows.length > 0) await db.insertInto('detection_label_recognition_task').values(labelTaskRows).execute();
  return { labels: labelIds, tasks: taskIds };
}

/** Inserts the images that detection tasks use as examples without objects. */
export async function insertNegativeImages(
  { db, workspaceId: workspace_id }: Context,
  data: WorkspaceData['detection']['tasks'],
  images: readonly RestoredImage[],
  tasks: IdsByName,
): Promise<void> {
  const imageIds = new Map(images.map(({ fileName, id }) => [fileName, id]));
  const negativeImageRows = data.flatMap(({ name, negative_images }) =>
    negative_images.map((file) => ({ task_id: getId(tasks, name), image_id: getId(imageIds, file), workspace_id })),
  );
  await insertInChunks(negativeImageRows, (chunk) => db.insertInto('detection_task_negative_image').values(chunk).execute());
}
