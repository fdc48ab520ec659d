import type { Domain } from '@console/learner/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { isTrainingImage, selectRecognitionLabels, selectTaskLabels } from '../learning/dataset';
import { parseTrainingParams, type TrainingOptions } from '../learning/training-params';
import { selectShapeContent, type ComparedStates, type DataState } from './differences';
import { selectVersionState } from './version-state';

const DOMAINS: readonly Domain[] = ['recognition', 'detection', 'segmentation'];

/** A training that has created a dataset version, and its task. */
export interface Training {
  dataset: string;
  created: Date;
  domain: Domain;
  task: string;
  options: TrainingOptions;
}

/** Finds the training that created a dataset version. Null for another version, or if the task was deleted. */
export async function findTraining(db: Db, datasetId: string): Promise<Training | null> {
  // Dataset versions of earlier releases do not store their task. The models that were trained from such a version have the task.
  const tasks = DOMAINS.map(
    (domain) => sql`
      select ${sql.lit(domain)}::text as domain, t.id as task, t.training_params from ${sql.table(`${domain}_task`)} t
      where t.id = coalesce((d.made_for ->> 'task')::uuid,
        (select m.task_id from ${sql.table(`${domain}_model`)} m where m.dataset_id = d.id limit 1))`,
  );
  const { rows } = await sql<{ created: Date; domain: Domain; task: string; training_params: unknown }>`
    select d.created, t.* from dataset_version d, lateral (${sql.join(tasks, sql` union all `)}) t
    where d.id = ${datasetId} and d.name is null and d.state = 'ready'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { training_params: params, ...training } = row;
  return { ...training, dataset: datasetId, options: parseTrainingParams(row.domain, params) };
}

/** Compares a dataset version that a training created with the data that the next training of the same task would use. */
export function compareSinceTraining({ dataset, domain, task: taskId, options }: Training): ComparedStates {
  return { before: selectVersionState(dataset), after: selectTrainingData(domain, taskId, options) };
}

function selectTrainingData(domain: Domain, taskId: string, trainingOptions: TrainingOptions): DataState {
  const images = sql`select i.id as image_id, i.seq as place, i.test_image from training_image i where ${isTrainingImage(domain, taskId, trainingOptions)}`;
  return {
    images,
    annotations: sql`
      select a.* from (${selectAnnotations[domain](taskId)}) a (image_id, of, label, item, content, attributes)
      where a.image_id in (select image_id from (${images}) i)`,
  };
}

// A dataset version stores a missing value as the JSON null.
const labelValue = sql`coalesce(to_jsonb(value), 'null')`;
const selectAnnotations: Record<Domain, (taskId: string) => RawBuilder<unknown>> = {
  recognition: (taskId) => sql`
    select image_id, 'recognition'::text, label_id::text, image_id::text, ${labelValue}, '{}'::jsonb
    from image_label where label_id in (${selectRecognitionLabels(taskId)})
    union all
    select o.image_id, 'recognition', l.label_id::text, o.id::text, ${labelValue}, '{}'
    from object_label l join detection_object o on o.id = l.object_id where l.label_id in (${selectRecognitionLabels(taskId)})`,
  detection: (taskId) => sql`
    select image_id, 'detection'::text, detection_label_id::text, id::text, ${selectShapeContent(sql`to_jsonb(data)`, sql`to_jsonb(rotated_box)`)}, attributes
    from detection_object where detection_label_id in (${selectTaskLabels('detection', taskId)})
    union all
    select image_id, 'detection', detection_label_id::text, id::text, to_jsonb(data), attributes
    from skeleton where detection_label_id in (${selectTaskLabels('detection', taskId)})`,
  segmentation: (taskId) => sql`
    select image_id, 'segmentation'::text, segmentation_label_id::text, id::text, to_jsonb(data), attributes
    from polygon where segmentation_label_id in (${selectTaskLabels('segmentation', taskId)})
    union all
    select image_id, 'segmentation', segmentation_label_id::text, id::text, data, attributes
    from mask where segmentation_label_id in (${selectTaskLabels('segmentation', taskId)})`,
};
