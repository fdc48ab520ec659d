import { z } from 'zod';
import { MAX_MODEL_FILE_BYTES, MAX_MODEL_TOKEN_LENGTH } from '../../limits';
import { defineCalls } from '../base/core';
import { ModelDomain } from './prediction-runs';
import { Id, ShortName, Text, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';

/** Range of a model's RGB input: 0 to 255, 0 to 1, or normalised with the mean and standard deviation of ImageNet. */
export const PixelValues = z.enum(['0-255', '0-1', 'imagenet']);
export type PixelValues = z.output<typeof PixelValues>;

/**
 * The outputs of a model. `yolo`: 1 x (4 + classes) x boxes. `yolo-objectness`: 1 x boxes x (5 + classes). `end-to-end`: 1 x boxes x 6.
 * `boxes`: boxes, scores and labels. `queries`: logits and boxes of DETR. `classification`: one value for each class. Segmentation models
 * have the outputs of `yolo` or `yolo-objectness` with coefficients of masks, and prototypes of masks.
 */
export const ModelLayout = z.enum(['yolo', 'yolo-objectness', 'end-to-end', 'boxes', 'queries', 'classification']);
export type ModelLayout = z.output<typeof ModelLayout>;

export const MODEL_FILE_FORM = { file: 'model', replaces: [], maxBytes: MAX_MODEL_FILE_BYTES } as const;

/** An image of the workspace on which a model was checked, and the time that the model needed for it. */
export const checkedImageFields = {
  image: Id,
  thumb_img_path: z.string(),
  img_width: z.number().int(),
  img_height: z.number().int(),
  milliseconds: z.number(),
};

/** Predictions of an uploaded model for an image of the workspace, before the model's classes are mapped to labels. */
const CheckedImage = z.object({
  ...checkedImageFields,
  /**
   * The most probable classes, highest probability first. `bound_box` is `[x1, y1, x2, y2]` in pixels of the upright image, null for a
   * class of the image. `polygon` is `[x, y, x, y, ...]`, null for a model without masks.
   */
  predictions: z.array(
    z.object({
      class: z.number().int(),
      prob: z.number(),
      bound_box: z.array(z.number()).nullable(),
      polygon: z.array(z.number()).nullable(),
    }),
  ),
});

/** Result of a successful check of a model file. Within a day, the file can be added to the models of its task. */
export const ModelFileCheck = z.object({
  /** Identifies the file. */
  token: z.string(),
  layout: ModelLayout,
  width: z.number().int(),
  height: z.number().int(),
  pixels: PixelValues,
  bytes: z.number().int(),
  /** Time to load the model, and the memory that it needed. */
  open_milliseconds: z.number(),
  memory_bytes: z.number(),
  /** The classes of the model. `name` is null if the file contains no names. `label` is the label of the task with the same name. */
  classes: z.array(z.object({ index: z.number().int(), name: z.string().nullable(), label: Id.nullable() })),
  pictures: z.array(CheckedImage),
});
export type ModelFileCheck = z.output<typeof ModelFileCheck>;

const target = { domain: ModelDomain, task: Id };

/** A model file, or a folder with the files of a model, in the server's folder for model files. */
const ServerModelFile = z.object({ name: z.string(), bytes: z.number().int() });

export const modelFileCalls = defineCalls({
  'GET /annotate/v2/model-file/': {
    permission: 'train',
    summary: 'The models in the folder of this server, which can be checked without uploading them',
    service: 'annotate',
    query: WorkspaceOnlyQuery,
    response: z.object({
      files: z.array(ServerModelFile),
      /** Interactive segmentation models: folders with three files. Missing in responses of older servers. */
      interactive: z.array(ServerModelFile).optional(),
    }),
  },
  'POST /annotate/v2/model-file/': {
    permission: 'train',
    summary: 'Upload an ONNX model for a task, and check it on three images of the workspace',
    service: 'annotate',
    body: z.object({
      ...target,
      /** Range of the input values. Default: the usual range for models with these outputs. */
      pixels: PixelValues.optional(),
      /** Name of a file in the server's folder for model files. Replaces an uploaded file. */
      server_file: ShortName.optional(),
      ...WorkspaceBody,
    }),
    form: MODEL_FILE_FORM,
    response: ModelFileCheck,
    status: 201,
  },
  'POST /annotate/v2/model-file/add': {
    permission: 'train',
    summary: 'Add an uploaded model to the models of its task',
    service: 'annotate',
    body: z.object({
      ...target,
      token: Text(MAX_MODEL_TOKEN_LENGTH),
      /** The label of each class. Other classes are ignored. */
      classes: z
        .array(z.object({ index: z.number().int().min(0), label: Id }))
        .min(1)
        .max(10_000),
      name: ShortName,
      notes: Text(2000).optional(),
      licence: Text(255).optional(),
      ...WorkspaceBody,
    }),
    response: z.object({ model: Id, number: z.number().int() }),
    status: 201,
  },
  'PATCH /annotate/v2/model-file/{id}': {
    permission: 'train',
    summary: 'Change what users say about an uploaded model, and from which probabilities on its predictions count',
    service: 'annotate',
    body: z.object({
      domain: ModelDomain,
      name: ShortName.optional(),
      notes: Text(2000).optional(),
      licence: Text(255).optional(),
      /** Minimum probability by label id, for detection and segmentation. Thresholds of other labels stay unchanged. */
      thresholds: z.record(z.string(), z.number().min(0).max(1)).optional(),
      ...WorkspaceBody,
    }),
    response: z.object({ model: Id }),
  },
});
