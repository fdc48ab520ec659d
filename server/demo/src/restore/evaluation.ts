import { createEvaluation } from '@console/server/domain/evaluation/create-evaluation';
import type { WorkspaceData } from '../data/workspace-data';
import { getDateBefore, getId, insertInChunks, type Context } from './context';
import type { RestoredImage } from './images';
import type { LabelIds } from './labels';

/** Inserts predictions without a model, and evaluates them. */
export async function insertEvaluation(
  context: Context,
  { predictions, evaluated_days_ago }: Pick<WorkspaceData, 'predictions' | 'evaluated_days_ago'>,
  images: readonly RestoredImage[],
  recognition: LabelIds,
): Promise<void> {
  const { db, workspaceId: workspace_id, members } = context;
  const imageIds = new Map(images.map(({ fileName, id }) => [fileName, id]));
  const predictionRows = predictions.map(({ image, task, labels }) => ({
    workspace_id,
    image_id: getId(imageIds, image),
    task_id: getId(recognition.tasks, task),
    labels: JSON.stringify(Object.entries(labels).map(([name, prob]) => ({ id: getId(recognition.labels, name), prob }))),
  }));
  await insertInChunks(predictionRows, (chunk) => db.insertInto('prediction').values(chunk).execute());
  if (evaluated_days_ago !== undefined)
    await createEvaluation(db, workspace_id, members[0], getDateBefore(context, evaluated_days_ago));
}
