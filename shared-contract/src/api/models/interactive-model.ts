import { z } from 'zod';
import { MAX_MODEL_FILE_BYTES, NAME_LENGTH } from '../../limits';
import { defineCalls } from '../base/core';
import { Id, Text, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { checkedImageFields } from './model-files';

const progressFields = {
  /** `none`: the server has no model. `preparing`: repeat the request in a few seconds. `failed`: `problem` contains the reason. */
  status: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** Null unless the status is `failed`. */
  problem: z.string().nullable(),
};

/** The interactive segmentation model of a workspace or, if the workspace has none, of this server. */
export const InteractiveModel = z.object({
  ...progressFields,
  /** Null unless the status is `ready`. */
  model: z
    .object({
      name: z.string(),
      licence: z.string().nullable(),
      /** URL of the decoder, an ONNX file. A different decoder has a different URL. */
      decoder: z.string(),
      /** Length of the image's longer side in the decoder's coordinates. Points must be scaled to this size. */
      coordinate_size: z.number().int(),
      /** Dimensions of the decoder's input `mask_input`. */
      mask_shape: z.array(z.number().int()),
      /** Whether the model was uploaded for the workspace. */
      uploaded: z.boolean().optional(),
    })
    .nullable(),
});
export type InteractiveModel = z.output<typeof InteractiveModel>;

/** The result of the encoder for an image. */
export const ImageEmbedding = z.object({
  image: Id,
  ...progressFields,
  /** Null unless the status is `ready`. */
  embedding: z
    .object({
      /** URL of 32-bit little-endian floats. */
      url: z.string(),
      /** Dimensions of the decoder's input `image_embeddings`. */
      shape: z.array(z.number().int()),
    })
    .nullable(),
});
export type ImageEmbedding = z.output<typeof ImageEmbedding>;

export const INTERACTIVE_MODEL_FORM = {
  file: 'encoder',
  replaces: [],
  optionalFiles: ['decoder'],
  maxBytes: MAX_MODEL_FILE_BYTES,
} as const;

/** The result of the check of an uploaded model: the time for an image, and the memory that the encoder and the decoder needed. */
export const InteractiveModelCheck = z.object({
  name: z.string(),
  milliseconds: z.number(),
  memory_bytes: z.number(),
  /**
   * The outlines that the model finds for a point in the middle of images of the workspace: `[x, y, x, y, ...]` in pixels of the
   * upright image, or null if it finds nothing. Missing in responses of older servers.
   */
  pictures: z.array(z.object({ ...checkedImageFields, polygon: z.array(z.number()).nullable() })).optional(),
});
export type InteractiveModelCheck = z.output<typeof InteractiveModelCheck>;

/** Calls for finding objects by points and boxes. The server encodes images, and the browser runs the decoder. */
export const interactiveModelCalls = defineCalls({
  'GET /interactive-model/v2/': {
    summary: 'The interactive segmentation model of a workspace, or of this server',
    query: WorkspaceOnlyQuery,
    response: InteractiveModel,
  },
  'GET /interactive-model/v2/image/{id}/embedding': {
    summary: 'The embedding of an image. The first call starts to compute it, and waits for it for a few seconds',
    permission: 'annotate',
    query: WorkspaceOnlyQuery,
    response: ImageEmbedding,
  },
  'POST /interactive-model/v2/': {
    summary: 'Check an interactive segmentation model, and use it in a workspace instead of the previous one',
    permission: 'train',
    service: 'annotate',
    body: z.object({
      /** The content of `model.json`. Required with uploaded files. */
      description: Text(5000).optional(),
      /** Name of a folder with the three files in the server's folder for model files. Replaces uploaded files. */
      server_file: Text(NAME_LENGTH.max).min(1).optional(),
      ...WorkspaceBody,
    }),
    form: INTERACTIVE_MODEL_FORM,
    response: InteractiveModelCheck,
    status: 201,
  },
  'DELETE /interactive-model/v2/': {
    summary: 'Delete the interactive segmentation model of a workspace. The one of this server is used again',
    permission: 'train',
    service: 'annotate',
    query: WorkspaceOnlyQuery,
  },
});
