import { z } from 'zod';
import { defineServiceCalls } from '../base/core';
import {
  Id,
  LabelRef,
  Timestamp,
  UserReference,
  Version,
  WorkspaceBody,
  WorkspaceOnlyQuery,
  WorkspaceQuery,
} from '../base/primitives';
import { LabelValue } from '../annotation/recognition';
import { AttachedLabel } from '../annotation/recognition-rows';
import { LayerShape, LayerShapeBody } from '../annotation/shape-schemas';

/** The work of one user on an image of a job in which users work independently. */
export const Layer = z.object({
  id: Id,
  workspace: Id,
  job: Id,
  image: Id,
  user: UserReference,
  /** Whether the user has marked the image as done. The layer cannot change until the user removes that mark. */
  done: z.boolean(),
  /** Recognition labels of the image. */
  labels: z.array(AttachedLabel),
  shapes: z.array(LayerShape),
  version: Version,
  created: Timestamp,
  updated: Timestamp,
});
export type Layer = z.output<typeof Layer>;

/** An earlier state of a layer. */
export const LayerVersion = z.object({
  /** The `version` that the layer had in this state. */
  version: Version,
  /** When the layer got this state. */
  created: Timestamp,
  label_count: z.number().int(),
  shape_count: z.number().int(),
});
export type LayerVersion = z.output<typeof LayerVersion>;

/** Query of calls about an image of a job. If `image` is missing, the response is 400. */
const JobImageQuery = z.object({ image: Id.optional(), ...WorkspaceQuery });

/**
 * Calls of image jobs in which users work independently (`blind`): the work of each user is stored as a layer. The calls do not
 * change the shapes and labels of the image itself.
 */
export const jobLayerCalls = defineServiceCalls('annotate', {
  'GET /annotate/v2/imagejob/{id}/layer': {
    permission: 'annotate',
    summary:
      "The caller's layer of an image of the job, which the first call creates; only for users to whom the image was assigned",
    query: JobImageQuery,
    response: Layer,
  },
  'GET /annotate/v2/imagejob/{id}/layers': {
    permission: 'review',
    summary:
      'The layers of all users of an image of the job, oldest first. Only the own one while the caller annotates the image',
    query: JobImageQuery,
    response: z.object({ results: z.array(Layer) }),
  },
  'GET /annotate/v2/layer/{id}/versions': {
    permission: 'annotate',
    summary: 'At most 50 earlier versions of a layer, newest first; only for its author and reviewers',
    query: WorkspaceOnlyQuery,
    response: z.object({ results: z.array(LayerVersion) }),
  },
  'POST /annotate/v2/layer/{id}/restore-version': {
    permission: 'annotate',
    summary: "Replace the labels and shapes of the caller's layer with those of an earlier version",
    body: z.object({ layer_version: Version, ...WorkspaceBody }),
    response: Layer,
  },
  'PUT /annotate/v2/layer/{id}/shape/{shape_id}': {
    permission: 'annotate',
    summary:
      "Create or replace a shape of the caller's layer under an id that the client has chosen; keeps its recognition labels",
    body: LayerShapeBody,
    response: LayerShape,
  },
  'DELETE /annotate/v2/layer/{id}/shape/{shape_id}': {
    permission: 'annotate',
    summary: "Delete a shape of the caller's layer",
    query: WorkspaceOnlyQuery,
  },
  'POST /annotate/v2/layer/{id}/shape/{shape_id}/add-label': {
    permission: 'annotate',
    summary: "Assign a recognition label to an object of the caller's layer, or set its value",
    body: LabelValue,
    response: LayerShape,
  },
  'POST /annotate/v2/layer/{id}/shape/{shape_id}/remove-label': {
    permission: 'annotate',
    summary: "Remove a recognition label from an object of the caller's layer",
    body: LabelRef,
    response: LayerShape,
  },
  'POST /annotate/v2/layer/{id}/add-label': {
    permission: 'annotate',
    summary: "Assign a recognition label to the image in the caller's layer, or set its value",
    body: LabelValue,
    response: Layer,
  },
  'POST /annotate/v2/layer/{id}/remove-label': {
    permission: 'annotate',
    summary: "Remove a recognition label of the image from the caller's layer",
    body: LabelRef,
    response: Layer,
  },
});
