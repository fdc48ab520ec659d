import { z } from 'zod';
import { defineCalls } from './core';
import { ModelDomain } from './prediction-runs';
import { Id, ListQuery, Page, Timestamp, WorkspaceBody, WorkspaceQuery } from './primitives';
import { TaskType } from './recognition-rows';
import { Work } from './work';

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

/** A task as it was when it was evaluated; what its model said of each picture is kept. */
export const EvaluatedTask = z.object({
  id: Id,
  name: z.string(),
  domain: ModelDomain,
  /** Of a recognition task. */
  type: TaskType.nullable(),
  model: Id.nullable(),
  /** 1 for the task's first model. */
  model_number: z.number().int().nullable(),
  /** Verified TEST images that the model has said something of. */
  pictures: z.number().int(),
  /** From this probability on the model's word counts, unless another is asked for. */
  threshold: z.number(),
});
export type EvaluatedTask = z.output<typeof EvaluatedTask>;

const summary = {
  id: Id,
  workspace: Id,
  created: Timestamp,
  created_by: z.object({ id: Id, username: z.string() }).nullable(),
  /** The one task that it was asked for; null: all recognition tasks of the workspace. */
  of_task: Id.nullable(),
  tasks: z.array(EvaluatedTask),
  /** The long work that fills it; null where there is none, and once that is forgotten. */
  work: Work.nullable(),
};
export const EvaluationSummary = z.object(summary);
export type EvaluationSummary = z.output<typeof EvaluationSummary>;
export const Evaluation = z.object({
  ...summary,
  result: z.object({ top_labels: z.array(EvaluationTopLabel) }),
  /** Its pictures have made room for those of newer evaluations of the same task; the counts stay. */
  pictures_gone: z.boolean().optional(),
});
export type Evaluation = z.output<typeof Evaluation>;

const Ratio = z.number().nullable();
/** Null is undefined, as precision without predictions is. */
export const EvaluationMeasures = z.object({
  task: Id,
  threshold: z.number(),
  pictures: z.number().int(),
  /** Of recognition: objects in them that are labelled themselves, and were judged each by its own box. */
  objects: z.number().int().optional(),
  /** Of recognition: the share of images and objects said exactly right, and of wrong decisions. */
  accuracy: Ratio,
  hamming_loss: Ratio,
  labels: z.array(
    z.object({
      id: Id,
      name: z.string(),
      precision: Ratio,
      recall: Ratio,
      /** Of a label of type value: the mean absolute error. */
      error: Ratio,
      /** How often people said it, the model said it, and both of the same thing. */
      count: z.number().int(),
      said: z.number().int(),
      right: z.number().int(),
    }),
  ),
  /** The confusion matrix without its empty cells; null is nothing: what the model overlooked, or sees where nothing is. */
  cells: z.array(z.object({ truth: Id.nullable(), said: Id.nullable(), count: z.number().int() })),
  /** Over all labels together. */
  by_threshold: z.array(z.object({ threshold: z.number(), precision: Ratio, recall: Ratio })),
});
export type EvaluationMeasures = z.output<typeof EvaluationMeasures>;

const Box = z.array(z.number()).nullable();
/** One decision of a model about one picture, beside what people said. */
export const EvaluatedImage = z.object({
  image: Id,
  img_path: z.string(),
  thumb_img_path: z.string(),
  /** Pixels of the upright picture, as are the boxes: x1, y1, x2, y2. */
  img_width: z.number().int(),
  img_height: z.number().int(),
  /** What people and the model said, as it was called then; null is nothing. */
  truth: Id.nullable(),
  truth_name: z.string().nullable(),
  said: Id.nullable(),
  said_name: z.string().nullable(),
  right: z.boolean(),
  prob: z.number().nullable(),
  /** How sure the model is of it, 0 to 1; of values the distance between both. */
  sureness: z.number(),
  /** The annotated object or polygon, which may be gone meanwhile; of recognition the object that was judged, null for the image. */
  shape: Id.nullable(),
  truth_box: Box,
  said_box: Box,
  truth_value: z.number().nullable(),
  said_value: z.number().nullable(),
});
export type EvaluatedImage = z.output<typeof EvaluatedImage>;

const Threshold = z.coerce.number().min(0).max(1).optional();
/** `none` is nothing: people have annotated nothing there, or the model sees nothing. */
const LabelOrNone = z.union([z.literal('none'), Id]).optional();
const taskFilter = { ...WorkspaceQuery, task: Id.optional(), threshold: Threshold };

const evaluate = {
  summary: "Ask the task's model in use about its verified TEST images, as long work",
  body: z.object({ ...WorkspaceBody }).nullish(),
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
    summary: 'Evaluate stored predictions against verified TEST images',
    service,
    body: z.object({ ...WorkspaceBody }).nullish(),
    response: Evaluation,
    status: 201,
  },
  'GET /annotate/v2/evaluation/{id}': {
    summary: 'One evaluation',
    service,
    query: z.object({ ...WorkspaceQuery }),
    response: Evaluation,
  },
  'GET /annotate/v2/evaluation/{id}/measures': {
    summary: 'Measures by label, and the confusion matrix, of one of its tasks at a threshold',
    service,
    query: z.object(taskFilter),
    response: EvaluationMeasures,
  },
  'GET /annotate/v2/evaluation/{id}/pictures': {
    summary: 'What stands behind a measure or a cell: the wrong decisions first, of those the surest',
    service,
    query: z.object({
      ...ListQuery,
      ...taskFilter,
      truth: LabelOrNone,
      said: LabelOrNone,
      /** People or the model said this label. */
      label: Id.optional(),
      /** Only images that people gave this label, which may be of another task of the evaluation. */
      among: Id.optional(),
    }),
    response: Page(EvaluatedImage),
  },
});
