import { z } from 'zod';
import { defineCalls } from './core';
import { Id, ListQuery, Page, Timestamp, WorkspaceBody, WorkspaceQuery } from './primitives';
import { Work } from './work';

export const ModelDomain = z.enum(['recognition', 'detection', 'segmentation']);
export type ModelDomain = z.output<typeof ModelDomain>;

/** What the model in use of a task says of the workspace's images. A task has one: run again, it is written over. */
export const PredictionRun = z.object({
  id: Id,
  workspace: Id,
  domain: ModelDomain,
  task: Id,
  task_name: z.string(),
  model: Id,
  /** Images that the model has been asked about. */
  images: z.number().int(),
  /** Images whose annotations it disagrees with, and nobody has decided yet. */
  suspects: z.number().int(),
  /** The long work that fills it; null once that is forgotten. */
  work: Work.nullable(),
  /** Why a half of the training images was not judged, where it was not. */
  note: z.string().nullable(),
  created: Timestamp,
});
export type PredictionRun = z.output<typeof PredictionRun>;

/**
 * `missing`: the model sees what nobody has annotated. `superfluous`: it sees nothing where something is annotated.
 * `misplaced`: another box of the same label. `other_label`: another label. `value`: another value.
 */
export const SuspectKind = z.enum(['missing', 'misplaced', 'other_label', 'superfluous', 'value']);
export type SuspectKind = z.output<typeof SuspectKind>;
export const SuspectState = z.enum(['open', 'accepted', 'dismissed']);
export type SuspectState = z.output<typeof SuspectState>;

const SuspectLabel = z.object({ id: Id, name: z.string(), color: z.string().nullable() });

/** An annotation that a model disagrees with which was trained without its image. */
export const Suspect = z.object({
  id: Id,
  workspace: Id,
  run: Id,
  domain: ModelDomain,
  task: Id,
  image: Id,
  kind: SuspectKind,
  /** The object or polygon in question. */
  shape: Id.nullable(),
  /** Its label, or the image's. */
  label: SuspectLabel.nullable(),
  said: z.object({
    label: SuspectLabel.nullable(),
    /** 0 to 1. */
    prob: z.number().nullable(),
    /** x1, y1, x2, y2 in pixels of the upright picture. */
    bound_box: z.array(z.number()).optional(),
    /** x, y, x, y ... in pixels of the upright picture. */
    polygon: z.array(z.number()).optional(),
    /** Of a label of type value. */
    value: z.number().nullable().optional(),
  }),
  /** 0 to 1: how sure it is that the annotation is wrong. */
  sureness: z.number(),
  state: SuspectState,
  decided: Timestamp.nullable(),
  decided_by: z.object({ id: Id, username: z.string() }).nullable(),
});
export type Suspect = z.output<typeof Suspect>;

const predictImagesBody = z
  .object({
    /**
     * Also the images that the model was trained on: each half of them is judged by a model that is trained on the other half,
     * which takes as long as two trainings. Only on a server that trains models itself.
     */
    training_images: z.boolean().default(true),
    ...WorkspaceBody,
  })
  .nullish();

/** What lies on both sides of TEST and TRAIN, so that a model is measured on what it has learned by heart. */
export const TaskSplit = z.object({
  /** Pictures that a training would take. */
  train: z.number().int(),
  test: z.number().int(),
  /** Groups with pictures (or objects of pictures) on both sides, those with most first; at most 200 of them. */
  groups: z.array(z.object({ id: Id, name: z.string(), train_images: z.array(Id), test_images: z.array(Id) })),
  /** Pictures to learn from that look like one of TEST, the likest first; at most 200. Null: too many to compare. */
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
  /** What the task lacks for a training, with the numbers; null where it lacks nothing, or where a server outside decides. */
  cannot_train: z.string().nullable().optional(),
});
export type TaskSplit = z.output<typeof TaskSplit>;

const taskSplit = {
  query: z.object({ ...WorkspaceQuery }),
  response: TaskSplit,
  summary: 'What lies on both sides of TEST and TRAIN',
};

/** Tasks of a workspace that cannot be trained, read together: what each lacks, as its split says it. */
export const CannotTrain = z.object({ tasks: z.array(z.object({ id: Id, reason: z.string() })) });
export type CannotTrain = z.output<typeof CannotTrain>;

const cannotTrain = {
  query: z.object({ ...WorkspaceQuery }),
  response: CannotTrain,
  summary: 'Tasks that cannot be trained, and what each lacks',
};

const predictImages = {
  body: predictImagesBody,
  response: PredictionRun,
  summary: "Ask the task's model in use about all images, as long work",
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
    summary: 'What models say of the images, by task',
    query: z.object({ ...ListQuery, domain: ModelDomain.optional() }),
    response: Page(PredictionRun),
  },
  'GET /annotate/v2/suspect/': {
    summary: 'Annotations that a model disagrees with, the surest first; those that have been mended are left out',
    query: z.object({ ...ListQuery, run: Id.optional(), image: Id.optional(), state: SuspectState.default('open') }),
    response: Page(Suspect),
  },
  'PUT /annotate/v2/suspect/{id}': {
    summary: 'Decide on a suspect; nothing but its state is changed',
    body: z.object({ state: SuspectState, ...WorkspaceBody }),
    response: Suspect,
  },
});
