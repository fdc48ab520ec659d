import { z } from 'zod';
import { defineCalls } from '../base/core';
import { imageFilters, imageOnlyFilters, MapMethod } from '../images/image-filters';
import { Id, UserReference, WorkspaceQuery } from '../base/primitives';
import { Readiness } from './similar';

/** Maximum number of points in a response. */
export const MAX_MAP_POINTS = 20_000;

const { map_area: _, ...filters } = imageFilters;

/** Domain of the labels that give the points their colours. Objects have only detection labels. */
export const MapLabels = z.enum(['recognition', 'detection', 'segmentation']);
export type MapLabels = z.output<typeof MapLabels>;

const pointQuery = {
  ...WorkspaceQuery,
  /** Default: `pca`. */
  method: MapMethod.default('pca'),
  /** `next` of the previous part. */
  after: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  page_size: z.coerce.number().int().min(1).max(MAX_MAP_POINTS).default(MAX_MAP_POINTS),
};
export const ImageMapQuery = z.object({
  ...filters,
  ...imageOnlyFilters,
  ...pointQuery,
  /** Default: no labels. */
  labels_of: MapLabels.optional(),
});
export const ObjectMapQuery = z.object({ ...filters, ...pointQuery });

const scores = z.array(z.number().nullable());
/** For each point: index of an element of a list in the same response. Null if the point has no value. */
const positions = z.array(z.number().int().nullable());

/** Points of the map. Each array has one element for each point, because objects would take three times as much space. */
export const MapPoints = z.object({
  /** False if the server cannot compute features. */
  available: z.boolean(),
  /** Number of items of the workspace that are on the map (`ready`), and number of all items. */
  ready: Readiness,
  /** `after` of the next part; null after the last part. */
  next: z.number().int().nullable(),
  ids: z.array(Id),
  /** Coordinates on the map. Most are between -1 and 1. */
  x: z.array(z.number()),
  y: z.array(z.number()),
  /** 1 if the image is verified, otherwise 0. */
  verified: z.array(z.number().int()),
  /** 1 for a TEST image (excluded from training), otherwise 0. */
  test: z.array(z.number().int()),
  /** Index of an element of `labels`. For an image, its most frequent label. */
  label: positions,
  /** Index of an element of `users`: who last verified the image, or created the object. */
  user: positions,
  /** Seconds since 1970. */
  created: z.array(z.number().int()),
  /** Highest confidence of the suspected label errors (annotations that predictions contradict), 0 to 1. */
  suspicion: scores,
  /** Highest uncertainty of the predictions for the image, 0 to 1. */
  uncertainty: scores,
  /**
   * For an image that a user has verified: 1 if the predictions agree with its annotations, 0 if suspected label errors contradict them.
   * Null without predictions or verification. For an object: 0 if a suspected label error contradicts this object.
   */
  correct: z.array(z.number().int().nullable()).optional(),
  /** Number of the cluster of similar items, starting with 0. The numbers stay the same until the layout is computed again. */
  cluster: positions.optional(),
  labels: z.array(z.object({ id: Id, name: z.string(), color: z.string().nullable() })),
  users: z.array(UserReference),
});
export type MapPoints = z.output<typeof MapPoints>;

export const mapCalls = defineCalls({
  'GET /recognition/v2/training-image/map': {
    coversWorkspace: true,
    summary: 'Images as points, of which similar ones are near each other, with the facts that colour them',
    query: ImageMapQuery,
    response: MapPoints,
  },
  'GET /detection/v2/object/map': {
    coversWorkspace: true,
    summary: 'Objects as points, of which similar ones are near each other, with the facts that colour them',
    service: 'custom-object-detection',
    query: ObjectMapQuery,
    response: MapPoints,
  },
});
