import { z } from 'zod';
import { storedRules } from './quality';
import { Id, storedPrediction, Timestamp, Version, StoredJson, UserReference } from '../base/primitives';

export const LabelType = z.enum(['category', 'tag', 'value', 'plain']);
export const TaskType = z.enum(['multi_class', 'multi_label', 'regression']);
export const TrainStatus = z.enum(['QUEUED', 'TRAINING', 'TRAINED', 'FAILED', 'CANCELLED']);
/** Maximum absolute value of a label of the type `value`. */
export const VALUE_MAX = 1e12;
export const Bound = z.number().min(-VALUE_MAX).max(VALUE_MAX);

/** A label that is assigned to an image or object. Labels of the type `value` also have a number. */
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
  /** The keyboard key that selects the label on the image screen, or null. Missing in responses of older servers. */
  key: z.string().nullable().optional(),
  /** Missing in responses of older servers. */
  created: Timestamp.optional(),
  output_name: z.string(),
  negative_for_task: Id.nullable(),
  ...valueFields,
  tasks_count: z.number().int(),
  images_count: z.number().int(),
  objects_count: z.number().int(),
  version: Version,
});
export type RecognitionLabel = z.output<typeof RecognitionLabel>;

/** Progress of a training. */
export const TrainingProgress = z.object({
  phase: z.enum(['reading', 'features', 'training', 'testing', 'writing']),
  done: z.number(),
  total: z.number(),
  loss: z.number().optional(),
  secondsLeft: z.number().optional(),
});
export type TrainingProgress = z.output<typeof TrainingProgress>;

/** Fields about the last training of a task. Missing in responses of some servers. */
export const lastTrainingFields = {
  /** Why the last training failed, in words for the user. */
  last_train_error: z.string().nullable().optional(),
  /** Progress of the training. Null when no training runs. */
  last_train_progress: TrainingProgress.nullable().optional(),
};

/** A label of a task, with the limits of its values. */
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
  ...storedRules,
  last_train_status: TrainStatus.nullable(),
  ...lastTrainingFields,
  /** Accuracy of the active model, or mean absolute error for values. */
  score: z.number().nullable().optional(),
  version: Version,
});
export type RecognitionTask = z.output<typeof RecognitionTask>;

const Measure = z.number().nullable();
/** Evaluated quality of a model. A measure is null if it is undefined, such as the precision without predictions. */
export const ModelScores = z.object({
  /** Number of evaluated images: TEST images (excluded from training) or, if the task has none, a held-out subset. */
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
  /** Calibration of a recognition model's probabilities on the evaluated images. Missing if there were too few images. */
  calibration: z
    .object({
      pictures: z.number().int(),
      /** `confidence`: mean probability of the most probable label. `accuracy`: ratio of images for which that label is correct. */
      confidence: z.number(),
      accuracy: z.number(),
      /** Default minimum probability of predicted labels. */
      threshold: z.number(),
    })
    .optional(),
});
export type ModelScores = z.output<typeof ModelScores>;

/** Properties of a model that a user has uploaded. */
export const UploadedModel = z.object({
  name: z.string(),
  notes: z.string(),
  licence: z.string(),
  /** The kind of the model's outputs, see `ModelLayout`. */
  layout: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number(),
  /** Median time per image and memory use, measured when the file was checked. */
  milliseconds: z.number(),
  memory_bytes: z.number(),
  /** Classes of the model that are mapped to a label. The name is null if the model file contains no class names. */
  classes: z.array(z.object({ index: z.number().int(), name: z.string().nullable(), label: Id })),
  /** Minimum probability of predictions for each label. Missing for recognition, and in responses of older servers. */
  thresholds: z.array(z.object({ id: Id, threshold: z.number() })).optional(),
  /** Number of images that were used to choose the thresholds. Null for default thresholds and for thresholds set by a user. */
  threshold_pictures: z.number().int().nullable().optional(),
});
export type UploadedModel = z.output<typeof UploadedModel>;

/** Fields that only models trained on this server and uploaded models have. */
export const localModelFields = {
  /** Sequential number of the model within the task, starting at 1. Missing in responses of older servers. */
  number: z.number().int().optional(),
  progress: TrainingProgress.nullable().optional(),
  scores: ModelScores.nullable().optional(),
  /** Id of the dataset version that the model was trained on, and its number of images. */
  dataset: Id.nullable().optional(),
  pictures: z.number().int().nullable().optional(),
  seed: z.number().int().nullable().optional(),
  finished: Timestamp.nullable().optional(),
  /** Whether this is the active model of the task: the newest trained model, or an older model that was selected again. */
  in_use: z.boolean().optional(),
  /**
   * Whether the model waits for a user to promote it. The task's promotion rule did not put the model into use, and no user has selected
   * it. Missing in responses of older servers.
   */
  awaits_promotion: z.boolean().optional(),
  started_by: UserReference.nullable().optional(),
  /** Null for a trained model. Missing in responses of older servers. */
  uploaded: UploadedModel.nullable().optional(),
  /** Only in the response that starts a training: why the scores of the model may be wrong. Null if no reason is known. */
  warning: z.string().nullable().optional(),
};

export const RecognitionModel = z.object({
  id: Id,
  task: Id,
  /** Name of the task. SDKs show it as the name of the model. */
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
  /** URL of the original file, or of a converted copy if browsers cannot show the format. */
  img_path: z.string(),
  thumb_img_path: z.string(),
  /** Size of the upright image in pixels. */
  img_width: z.number().int(),
  img_height: z.number().int(),
  created: Timestamp,
  /** File name. Servers of earlier versions have it only in `meta_data`. */
  name: z.string().nullable().optional(),
  /** Any JSON that a client has stored. In a JSON object, the key `filename` is the file name and is read-only. */
  meta_data: StoredJson,
  labels: z.array(AttachedLabel.extend(storedPrediction)),
  real: z.boolean(),
  test_image: z.boolean(),
  foreground_mask: z.string().nullable(),
  verificationsCount: z.number().int(),
  /**
   * Whether a verification states that there is nothing to annotate and the image still has no shapes. Missing in responses of
   * older servers.
   */
  nothing_to_annotate: z.boolean().optional(),
  version: Version,
  /** Similarity to `similar_to`, -1 to 1. Only in lists with that parameter. */
  likeness: z.number().optional(),
  /** Uncertainty of the model of `predicted_by`, 0 to 1. Only in lists that are sorted by uncertainty. */
  uncertainty: z.number().optional(),
});
export type TrainingImage = z.output<typeof TrainingImage>;
