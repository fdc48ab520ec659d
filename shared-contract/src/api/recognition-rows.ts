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

/** How far a training is. */
export const TrainingProgress = z.object({
  phase: z.enum(['reading', 'features', 'training', 'testing', 'writing']),
  done: z.number(),
  total: z.number(),
  loss: z.number().optional(),
  secondsLeft: z.number().optional(),
});
export type TrainingProgress = z.output<typeof TrainingProgress>;

/** What a deployment adds to the state of a task's last training. */
export const lastTrainingFields = {
  /** Why it failed, in words for a person. */
  last_train_error: z.string().nullable().optional(),
  /** How far it is, while it goes on. */
  last_train_progress: TrainingProgress.nullable().optional(),
};

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
  ...lastTrainingFields,
  /** Of the model in use: the accuracy, or the mean absolute error of values. */
  score: z.number().nullable().optional(),
  version: Version,
});
export type RecognitionTask = z.output<typeof RecognitionTask>;

const Measure = z.number().nullable();
/** How good a model was measured to be; null is undefined, as precision without predictions is. */
export const ModelScores = z.object({
  /** Pictures measured on: those of TEST, or where there were none a part that was held out. */
  pictures: z.number().int(),
  heldOut: z.boolean(),
  /** Mean average precision at IoU 0.5 and 0.75. */
  map50: Measure,
  map75: Measure,
  accuracy: Measure,
  /** Mean absolute error of values. */
  error: Measure,
  labels: z.array(
    z.object({
      id: Id,
      precision: Measure,
      recall: Measure,
      ap50: Measure.optional(),
      ap75: Measure.optional(),
      error: Measure.optional(),
      count: z.number().int(),
    }),
  ),
});
export type ModelScores = z.output<typeof ModelScores>;

/** What a deployment adds to a model that was trained on its own machine. */
export const localModelFields = {
  progress: TrainingProgress.nullable().optional(),
  scores: ModelScores.nullable().optional(),
  /** The dataset version that it was trained on, and how many pictures that has. */
  dataset: Id.nullable().optional(),
  pictures: z.number().int().nullable().optional(),
  seed: z.number().int().nullable().optional(),
  finished: Timestamp.nullable().optional(),
  /** Predictions of its task are by this one: the newest that is trained, or an older one that was taken back. */
  in_use: z.boolean().optional(),
  started_by: z.object({ id: Id, username: z.string() }).nullable().optional(),
};

export const RecognitionModel = z.object({
  id: Id,
  task: Id,
  /** Read by SDKs as the name of the model. */
  task_name: z.string(),
  train_status: TrainStatus,
  error: z.string().nullable(),
  created: Timestamp,
  version: z.number().int(),
  model_path_download: z.string().nullable().optional(),
  ...localModelFields,
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
  /** To what `similar_to` names, -1 to 1; in lists that were asked by it. */
  likeness: z.number().optional(),
  /** Of the model of `predicted_by`, 0 to 1; in lists that are sorted by it. */
  uncertainty: z.number().optional(),
});
export type TrainingImage = z.output<typeof TrainingImage>;
