import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ShortName, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { checkedImageFields, MODEL_FILE_FORM, PixelValues } from './model-files';

/** The embedding model that was uploaded for a workspace. */
export const EmbeddingModel = z.object({
  /** Null if the workspace uses the built-in model. */
  model: z.object({ name: z.string(), created: z.string() }).nullable(),
});
export type EmbeddingModel = z.output<typeof EmbeddingModel>;

/** The result of the check of an embedding model. */
export const EmbeddingModelCheck = z.object({
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  pixels: PixelValues,
  /** Number of values in the vector of an image. */
  length: z.number().int(),
  bytes: z.number().int(),
  open_milliseconds: z.number(),
  memory_bytes: z.number(),
  /** The images that the model was checked on. `likeness` is the cosine similarity to each of them, in the same order. */
  pictures: z.array(z.object({ ...checkedImageFields, likeness: z.array(z.number()) })),
});
export type EmbeddingModelCheck = z.output<typeof EmbeddingModelCheck>;

/** Calls for the embedding model. Its image vectors are used for the similarity search, the image map and the choice of the next batch. */
export const embeddingModelCalls = defineCalls({
  'GET /embedding-model/v2/': {
    summary: 'The embedding model that was uploaded for a workspace',
    query: WorkspaceOnlyQuery,
    response: EmbeddingModel,
  },
  'POST /embedding-model/v2/': {
    summary:
      'Check an embedding model on three images, and use it in a workspace. All embeddings are computed again in the background',
    permission: 'train',
    service: 'annotate',
    body: z.object({
      name: ShortName,
      /** Default: `imagenet`, or `0-255` for a model that takes integers. */
      pixels: PixelValues.optional(),
      /** Name of a file in the server's folder for model files. Replaces an uploaded file. */
      server_file: ShortName.optional(),
      ...WorkspaceBody,
    }),
    form: MODEL_FILE_FORM,
    response: EmbeddingModelCheck,
    status: 201,
  },
  'DELETE /embedding-model/v2/': {
    summary: 'Delete the embedding model of a workspace. The built-in one is used again',
    permission: 'train',
    service: 'annotate',
    query: WorkspaceOnlyQuery,
  },
});
