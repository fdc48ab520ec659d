import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ModelDomain } from './prediction-runs';
import {
  Id,
  ListQuery,
  Page,
  Timestamp,
  WorkspaceBody,
  WorkspaceQuery,
  UserReference,
  WorkspaceOnlyQuery,
} from '../base/primitives';
import { TaskType } from '../annotation/recognition-rows';
import { Work } from '../operations/work';

export const EvaluationSubLabel = z
  .object({
    id: Id.optional(),
    name: z.string(),
    precision: z.number().nullable(),
    recall: z.number().nullable(),
    count: z.number().int(),
  })
  .loose();
export const EvaluationTopLabel = z.object({
  id: Id,
  name: z.string(),
  accuracy: z.number().nullable(),
  hamming_loss: z.number().nullable(),
  count: z.number().int(),
  labels: z.array(EvaluationSubLabel),
});

/** Snapshot of a task at the time of its evaluation. */
export const EvaluatedTask = z.object({
  id: Id,
  name: z.string(),
  domain: ModelDomain,
  /** Set for recognition tasks only. */
  type: TaskType.nullable(),
  model: Id.nullable(),
  /** Sequential number of the model within the task, starting at 1. */
  model_number: z.number().int().nullable(),
  /** Number of verified TEST images with predictions. */
  pictures: z.number().int(),
  /** Default threshold: predictions with a lower probability do not count. */
  threshold: z.number(),
});
export type EvaluatedTask = z.output<typeof EvaluatedTask>;

const summaryFields = {
  id: Id,
  workspace: Id,
  created: Timestamp,
  created_by: UserReference.nullable(),
  /** The task, if the evaluation covers a single task; null for an evaluation of all recognition tasks of the workspace. */
  of_task: Id.nullable(),
  tasks: z.array(EvaluatedTask),
  /** The background work that computes the evaluation; null if no work exists or its row has expired. */
  work: Work.nullable(),
};
export const EvaluationSummary = z.object(summaryFields);
export type EvaluationSummary = z.output<typeof EvaluationSummary>;
export const Evaluation = z.object({
  ...summaryFields,
  result: z.object({ top_labels: z.array(EvaluationTopLabel) }),
  /** Whether the results of individual images were deleted to limit storage. The counts remain. */
  pictures_gone: z.boolean().optional(),
});
export type Evaluation = z.output<typeof Evaluation>;

const Ratio = z.number().nullable();
/**
 * Average precision of skeletons as in COCO's keypoint evaluation. `ap` is the mean over the thresholds 0.50, 0.55 ... 0.95 of the object
 * keypoint similarity (OKS). `ap50` and `ap75` use one threshold. Null without annotated skeletons.
 */
export const SkeletonPrecision = z.object({ ap: Ratio, ap50: Ratio, ap75: Ratio });
export type SkeletonPrecision = z.output<typeof SkeletonPrecision>;
/** Measures of one task of an evaluation. A ratio is null if it is not defined, such as the precision without predictions. */
export const EvaluationMeasures = z.object({
  task: Id,
  threshold: z.number(),
  pictures: z.number().int(),
  /** For recognition: number of labelled objects in the images. The model predicted a crop of each object. */
  objects: z.number().int().optional(),
  /**
   * For recognition: `accuracy` is the ratio of images and objects for which all labels are correct. `hamming_loss` is the ratio of wrong
   * decisions about single labels.
   */
  accuracy: Ratio,
  hamming_loss: Ratio,
  labels: z.array(
    z.object({
      id: Id,
      name: z.string(),
      precision: Ratio,
      recall: Ratio,
      /** For a label with a value: the mean absolute error. */
      error: Ratio,
      /** Number of annotations (`count`), predictions (`said`) and correct predictions (`right`) of the label. */
      count: z.number().int(),
      said: z.number().int(),
      right: z.number().int(),
      /**
       * Only if the model has predicted skeletons of the label. All counts then refer to skeletons, which match with an OKS of at
       * least 0.5.
       */
      skeletons: SkeletonPrecision.optional(),
    }),
  ),
  /** Confusion matrix without empty cells: annotated label (`truth`) and predicted label (`said`). Null means none. */
  cells: z.array(z.object({ truth: Id.nullable(), said: Id.nullable(), count: z.number().int() })),
  /** Precision and recall by threshold for all labels together. */
  by_threshold: z.array(z.object({ threshold: z.number(), precision: Ratio, recall: Ratio })),
});
export type EvaluationMeasures = z.output<typeof EvaluationMeasures>;

const Box = z.array(z.number()).nullable();
/** A decision of a model on an image, compared with the annotation. */
export const EvaluatedImage = z.object({
  image: Id,
  img_path: z.string(),
  thumb_img_path: z.string(),
  /** Size of the upright image in pixels. The boxes below (x1, y1, x2, y2) use the same pixels. */
  img_width: z.number().int(),
  img_height: z.number().int(),
  /** The annotated label (`truth`) and the predicted label, with their names at that time. Null means no label. */
  truth: Id.nullable(),
  truth_name: z.string().nullable(),
  said: Id.nullable(),
  said_name: z.string().nullable(),
  right: z.boolean(),
  prob: z.number().nullable(),
  /** Confidence of the model, 0 to 1. For labels with a value: the difference between the annotated and the predicted value. */
  sureness: z.number(),
  /** The annotated object or polygon, which may have been deleted since. For recognition: the evaluated object, or null for the image. */
  shape: Id.nullable(),
  truth_box: Box,
  said_box: Box,
  truth_value: z.number().nullable(),
  said_value: z.number().nullable(),
  /** Only for skeletons: x, y and visibility of each point, the edges as pairs of point indexes, and the OKS of the two skeletons. */
  skeleton: z
    .object({
      truth: z.array(z.number()).nullable(),
      said: z.array(z.number()).nullable(),
      edges: z.array(z.array(z.number().int())),
      oks: z.number().nullable(),
    })
    .optional(),
});
export type EvaluatedImage = z.output<typeof EvaluatedImage>;

const Threshold = z.coerce.number().min(0).max(1).optional();
/** Id of a label. `none` selects decisions without an annotation, or without a prediction. */
const LabelOrNone = z.union([z.literal('none'), Id]).optional();
const taskFilter = { ...WorkspaceQuery, task: Id.optional(), threshold: Threshold };

const evaluate = {
  permission: 'train',
  summary: 'Evaluate a model of the task on its verified TEST images, as background work',
  body: z
    .object({
      /** Default: the model in use. */
      model: Id.optional(),
      ...WorkspaceBody,
    })
    .nullish(),
  response: Evaluation,
  status: 201,
} as const;

const service = 'annotate';
export const evaluationCalls = defineCalls({
  'POST /recognition/v2/task/{id}/evaluate': { ...evaluate, service: 'recognition' },
  'POST /detection/v2/task/{id}/evaluate': { ...evaluate, service: 'custom-object-detection' },
  'POST /segmentation/v2/task/{id}/evaluate': { ...evaluate, service: 'custom-segmentation' },
  'GET /annotate/v2/evaluation': {
    summary: 'Evaluations, newest first',
    service,
    query: z.object({ ...ListQuery, task: Id.optional() }),
    response: Page(EvaluationSummary),
  },
  'POST /annotate/v2/evaluation': {
    permission: 'train',
    summary: 'Evaluate stored predictions against verified TEST images',
    service,
    body: z.object({ ...WorkspaceBody }).nullish(),
    response: Evaluation,
    status: 201,
  },
  'GET /annotate/v2/evaluation/{id}': {
    summary: 'One evaluation',
    service,
    query: WorkspaceOnlyQuery,
    response: Evaluation,
  },
  'GET /annotate/v2/evaluation/{id}/measures': {
    summary: 'Measures by label and the confusion matrix of one task at a threshold',
    service,
    query: z.object(taskFilter),
    response: EvaluationMeasures,
  },
  'GET /annotate/v2/evaluation/{id}/pictures': {
    coversWorkspace: true,
    summary: 'The decisions behind a measure or a cell: wrong decisions first, sorted by confidence',
    service,
    query: z.object({
      ...ListQuery,
      ...taskFilter,
      truth: LabelOrNone,
      said: LabelOrNone,
      /** Only images in which this label was annotated or predicted. */
      label: Id.optional(),
      /** Only images with this annotated label. The label may belong to another task of the evaluation. */
      among: Id.optional(),
    }),
    response: Page(EvaluatedImage),
  },
});
