import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Id, WorkspaceOnlyQuery } from '../base/primitives';

const progressFields = {
  /** `none`: this server has no model. `preparing`: ask again in a moment. `failed`: `problem` is the reason. */
  status: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** Null unless the status is `failed`. */
  problem: z.string().nullable(),
};

/** The interactive segmentation model of this server, which its operator supplies. */
export const InteractiveModel = z.object({
  ...progressFields,
  /** Null unless the status is `ready`. */
  model: z
    .object({
      name: z.string(),
      licence: z.string().nullable(),
      /** URL of the decoder, an ONNX file. Another decoder has another URL. */
      decoder: z.string(),
      /** Length of the longer side of the image in the coordinates of the decoder's points. */
      coordinate_size: z.number().int(),
      /** Dimensions of the decoder's input `mask_input`. */
      mask_shape: z.array(z.number().int()),
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

/** Calls for finding objects by points and boxes. The server encodes images, and the browser runs the decoder. */
export const interactiveModelCalls = defineCalls({
  'GET /interactive-model/v2/': {
    summary: 'The interactive segmentation model of this server',
    permission: null,
    response: InteractiveModel,
  },
  'GET /interactive-model/v2/image/{id}/embedding': {
    summary: 'The embedding of an image. The first call starts to compute it, and waits for it for a few seconds',
    permission: 'annotate',
    query: WorkspaceOnlyQuery,
    response: ImageEmbedding,
  },
});
