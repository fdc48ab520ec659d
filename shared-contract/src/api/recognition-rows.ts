import { z } from 'zod';
import { Id, Timestamp, Version, StoredJson } from './primitives';

export const LabelType = z.enum(['category', 'tag', 'value', 'plain']);
export const TaskType = z.enum(['multi_class', 'multi_label', 'regression']);
export const TrainStatus = z.enum(['QUEUED', 'TRAINING', 'TRAINED', 'FAILED', 'CANCELLED']);
export const VALUE_MAX = 1e12;
export const Bound = z.number().min(-VALUE_MAX).max(VALUE_MAX);

/** What a picture or an object carries of a label. */
export const AttachedLabel = z.object({ id: Id, name: z.string(), type: LabelType, value: z.number().nullable() });
export type AttachedLabel = z.output<typeof AttachedLabel>;

const valueFields = { min_value: z.number().nullable(), max_value: z.number().nullable(), step_value: z.number().nullable() };

export const RecognitionLabel = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  type: LabelType,
  color: z.string().nullable(),
  output_name: z.string(),
  negative_for_task: Id.nullable(),
  ...valueFields,
  tasks_count: z.number().int(),
  images_count: z.number().int(),
  objects_count: z.number().int(),
  version: Version,
});
export type RecognitionLabel = z.output<typeof RecognitionLabel>;

export const TaskLabel = z.object({
  id: Id,
  name: z.string(),
  type: LabelType,
  negative_for_task: Id.nullable(),
  ...valueFields,
});
export const RecognitionTask = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  type: TaskType,
  production_version: z.number().int(),
  labels: z.array(TaskLabel),
  last_train_status: TrainStatus.nullable(),
  version: Version,
});
export type RecognitionTask = z.output<typeof RecognitionTask>;

export const RecognitionModel = z.object({
  id: Id,
  task: Id,
  /** Read by SDKs as the name of the model. */
  task_name: z.string(),
  train_status: TrainStatus,
  error: z.string().nullable(),
  created: Timestamp,
  version: z.number().int(),
});

export const TrainingImage = z.object({
  id: Id,
  workspace: Id,
  /** The original's bytes, or a displayable form of what a browser cannot show. */
  img_path: z.string(),
  thumb_img_path: z.string(),
  /** Pixels of the upright picture. */
  img_width: z.number().int(),
  img_height: z.number().int(),
  created: Timestamp,
  meta_data: StoredJson,
  labels: z.array(AttachedLabel),
  real: z.boolean(),
  test_image: z.boolean(),
  foreground_mask: z.string().nullable(),
  verificationsCount: z.number().int(),
  version: Version,
});
export type TrainingImage = z.output<typeof TrainingImage>;
