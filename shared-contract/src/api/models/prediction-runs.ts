import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Id, ListQuery, Page, Timestamp, WorkspaceBody, UserReference, WorkspaceOnlyQuery } from '../base/primitives';
import { Readiness } from '../similarity/similar';
import { Work } from '../operations/work';

export const ModelDomain = z.enum(['recognition', 'detection', 'segmentation']);
export type ModelDomain = z.output<typeof ModelDomain>;

/** Predictions of the active model of a task for the images of the workspace. Each task has one run; a new run replaces it. */
export const PredictionRun = z.object({
  id: Id,
  workspace: Id,
  domain: ModelDomain,
  task: Id,
  task_name: z.string(),
  model: Id,
  /** Number of images with predictions. */
  images: z.number().int(),
  /** Number of images with suspected label errors on which no user has decided. */
  suspects: z.number().int(),
  /** Number of suspected label errors that users have decided on. Missing in responses of older servers. */
  decisions: z.object({ accepted: z.number().int(), dismissed: z.number().int() }).optional(),
  /** The background work that computes the run; null after its row has expired. */
  work: Work.nullable(),
  /**
   * Why one half of the training images was not checked for label errors; null if both halves were checked. Each half is checked by a
   * model that was trained on the other half.
   */
  note: z.string().nullable(),
  created: Timestamp,
});
export type PredictionRun = z.output<typeof PredictionRun>;

/**
 * Difference between prediction and annotation. `missing`: the annotation is missing. `superfluous`: there is no prediction for the
 * annotation. `misplaced`: the boxes differ. `other_label`: the labels differ. `value`: the values differ.
 */
export const SuspectKind = z.enum(['missing', 'misplaced', 'other_label', 'superfluous', 'value']);
export type SuspectKind = z.output<typeof SuspectKind>;
export const SuspectState = z.enum(['open', 'accepted', 'dismissed']);
export type SuspectState = z.output<typeof SuspectState>;

const SuspectLabel = z.object({ id: Id, name: z.string(), color: z.string().nullable() });

/** A suspected label error: an annotation that differs from the prediction of a model trained without this image. */
export const Suspect = z.object({
  id: Id,
  workspace: Id,
  run: Id,
  domain: ModelDomain,
  task: Id,
  image: Id,
  kind: SuspectKind,
  /** Id of the affected object or polygon. */
  shape: Id.nullable(),
  /** Label of the shape or of the image. */
  label: SuspectLabel.nullable(),
  said: z.object({
    label: SuspectLabel.nullable(),
    /** 0 to 1. */
    prob: z.number().nullable(),
    /** x1, y1, x2, y2 in pixels of the upright image. */
    bound_box: z.array(z.number()).optional(),
    /** x, y, x, y and so on, in pixels of the upright image. */
    polygon: z.array(z.number()).optional(),
    /** For labels with a value. */
    value: z.number().nullable().optional(),
  }),
  /** Confidence that the annotation is wrong, 0 to 1. */
  sureness: z.number(),
  state: SuspectState,
  decided: Timestamp.nullable(),
  decided_by: UserReference.nullable(),
});
export type Suspect = z.output<typeof Suspect>;

const predictImagesBody = z
  .object({
    /**
     * Whether to include the training images. Each half is checked by a model trained on the other half, which takes as long as
     * two trainings. Only available on servers that train models themselves.
     */
    training_images: z.boolean().default(true),
    ...WorkspaceBody,
  })
  .nullish();

/** Overlap between TRAIN and TEST images, which makes the measured quality of a model better than its real quality. */
export const TaskSplit = z.object({
  /** Number of images that a training would use. */
  train: z.number().int(),
  test: z.number().int(),
  /** Groups whose images or objects are in both TRAIN and TEST, largest group first, at most 200. */
  groups: z.array(z.object({ id: Id, name: z.string(), train_images: z.array(Id), test_images: z.array(Id) })),
  /** TRAIN images that are copies of a TEST image, best match first, at most 200. Null if there are too many to compare. */
  duplicates: z
    .array(
      z.object({
        train_image: Id,
        test_image: Id,
        likeness: z.number(),
        train_thumb: z.string().optional(),
        test_thumb: z.string().optional(),
      }),
    )
    .nullable(),
  /**
   * Number of TRAIN and TEST images that can already be compared. `duplicates` is empty until all images can be compared. Null if the
   * server compares no images. Older servers omit this field and return the duplicates that they have found.
   */
  ready: Readiness.nullable().optional(),
  /** Why the task cannot be trained, with numbers. Null if it can be trained, or if an external model server decides. */
  cannot_train: z.string().nullable().optional(),
});
export type TaskSplit = z.output<typeof TaskSplit>;

const taskSplit = {
  query: WorkspaceOnlyQuery,
  response: TaskSplit,
  summary: 'Overlap between TRAIN and TEST',
};

/** Tasks of a workspace that cannot be trained, with the reason, as in `TaskSplit.cannot_train`. */
export const CannotTrain = z.object({ tasks: z.array(z.object({ id: Id, reason: z.string() })) });
export type CannotTrain = z.output<typeof CannotTrain>;

const cannotTrain = {
  query: WorkspaceOnlyQuery,
  response: CannotTrain,
  summary: 'Tasks that cannot be trained, with the reason',
};

const predictImages = {
  permission: 'train' as const,
  body: predictImagesBody,
  response: PredictionRun,
  summary: 'Predict all images with the active model of the task, as background work',
};

export const predictionRunCalls = defineCalls({
  'POST /recognition/v2/task/{id}/predict-images': { ...predictImages, service: 'recognition' },
  'POST /detection/v2/task/{id}/predict-images': { ...predictImages, service: 'custom-object-detection' },
  'POST /segmentation/v2/task/{id}/predict-images': { ...predictImages, service: 'custom-segmentation' },
  'GET /recognition/v2/task/{id}/split': { ...taskSplit, service: 'recognition' },
  'GET /detection/v2/task/{id}/split': { ...taskSplit, service: 'custom-object-detection' },
  'GET /segmentation/v2/task/{id}/split': { ...taskSplit, service: 'custom-segmentation' },
  'GET /recognition/v2/cannot-train': { ...cannotTrain, service: 'recognition' },
  'GET /detection/v2/cannot-train': { ...cannotTrain, service: 'custom-object-detection' },
  'GET /segmentation/v2/cannot-train': { ...cannotTrain, service: 'custom-segmentation' },
  'GET /annotate/v2/prediction-run/': {
    summary: 'Prediction runs by task',
    query: z.object({ ...ListQuery, domain: ModelDomain.optional() }),
    response: Page(PredictionRun),
  },
  'GET /annotate/v2/suspect/': {
    summary: 'Suspected label errors, most confident first; corrected annotations are omitted',
    query: z.object({
      ...ListQuery,
      run: Id.optional(),
      image: Id.optional(),
      kind: SuspectKind.optional(),
      state: SuspectState.default('open'),
      /**
       * Minimum confidence of the suspected label errors; 0 returns all. Default: 0.3, but suspects of the kind `other_label` of
       * recognition tasks are returned with any confidence.
       */
      sureness_from: z.coerce.number().min(0).max(1).optional(),
      /** Maximum confidence of the suspected label errors, to continue below the errors that were already reviewed. */
      sureness_to: z.coerce.number().min(0).max(1).optional(),
    }),
    response: Page(Suspect),
  },
  'PUT /annotate/v2/suspect/{id}': {
    permission: 'review',
    summary: 'Set the state of a suspected label error; the annotation is not changed',
    body: z.object({ state: SuspectState, ...WorkspaceBody }),
    response: Suspect,
  },
});
