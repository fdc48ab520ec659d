import { z } from 'zod';
import { LABELLED_SHAPE_KINDS, SHAPE_KINDS, SIMILAR_CALLS, SIMILAR_KINDS, type LabelledShapeKind } from '../../shape-kinds';
import { defineCalls } from '../base/core';
import { DetectionObject } from '../annotation/detection';
import { LabelledShape } from '../images/labelled-shapes';
import { Id, WorkspaceBody, WorkspaceQuery, WorkspaceOnlyQuery } from '../base/primitives';
import { TrainingImage } from '../annotation/recognition-rows';
import { DOMAIN_SERVICES, type ServiceSlug } from '../base/services';
import { GroupRow } from './similarity-rows';

/** Kind of similar items. */
export const SimilarKind = z.enum(SIMILAR_KINDS);
export type SimilarKind = z.output<typeof SimilarKind>;
/** What the similarity of images is based on. */
export const LikenessBasis = z.enum(['colours', 'features', 'both']);
export type LikenessBasis = z.output<typeof LikenessBasis>;
/** Maximum number of images for which one call finds duplicates. */
export const MAX_SIMILAR_REFERENCES = 50;

/** Cosine similarity, -1 to 1. */
const likeness = z.number();
/** Number of items whose features are stored (`ready`), so that they can be compared, and number of all items. */
export const Readiness = z.object({ ready: z.number().int(), total: z.number().int() });
const SimilarImage = z.object({ likeness, image: TrainingImage });
export type SimilarImage = z.output<typeof SimilarImage>;

export const SimilarResponse = z.object({
  /** False if the server cannot compute similarity. */
  available: z.boolean(),
  /** What the similarity is based on. */
  by: LikenessBasis,
  /** Most similar first. Empty if the kind was not requested. */
  images: z.array(SimilarImage),
  objects: z.array(z.object({ likeness, object: DetectionObject })),
  /** Polygons, masks and skeletons together. Missing in responses of older servers. */
  shapes: z.array(z.object({ likeness, shape: LabelledShape })).optional(),
  groups: z.array(z.object({ likeness, group: GroupRow })),
  /** For each requested kind: number of items of the workspace that can be compared (`ready`), and number of all items. */
  ready: z.object(
    Object.fromEntries(SIMILAR_KINDS.map((kind) => [kind, Readiness.optional()])) as Record<
      SimilarKind,
      z.ZodOptional<typeof Readiness>
    >,
  ),
});
export type SimilarResponse = z.output<typeof SimilarResponse>;

export const LookAlikesResponse = z.object({
  available: z.boolean(),
  /** The requested images that have duplicates. `like` lists the duplicates, most similar first. */
  results: z.array(z.object({ id: Id, like: z.array(SimilarImage) })),
  ready: Readiness,
});
export type LookAlikesResponse = z.output<typeof LookAlikesResponse>;

const kinds = z.preprocess(
  (value) =>
    value === undefined ? undefined : (Array.isArray(value) ? value : [value]).flatMap((element) => String(element).split(',')),
  z.array(SimilarKind).min(1).max(SimilarKind.options.length),
) as z.ZodType<SimilarKind[], string | string[]>;

export const SimilarQuery = z.object({
  ...WorkspaceQuery,
  /** Requested kinds. Default: all kinds for which the workspace has the services. */
  kinds: kinds.optional(),
  /** Maximum number of items per kind. */
  count: z.coerce.number().int().min(1).max(100).default(12),
  /** Default: the basis that best distinguishes the verified groups of the workspace. */
  by: LikenessBasis.optional(),
});

const similar = { coversWorkspace: true as const, query: SimilarQuery, response: SimilarResponse };

type ShapeSimilarCall = typeof similar & { summary: string; service: ServiceSlug };
const shapeSimilarCalls = Object.fromEntries(
  LABELLED_SHAPE_KINDS.map((kind) => [
    SIMILAR_CALLS[kind],
    {
      summary: `The images, shapes and groups that look most like the bounding box of ${kind === 'object' ? 'an' : 'a'} ${kind}`,
      service: DOMAIN_SERVICES[SHAPE_KINDS[kind].domain],
      ...similar,
    },
  ]),
) as Record<(typeof SIMILAR_CALLS)[LabelledShapeKind], ShapeSimilarCall>;

export const similarCalls = defineCalls({
  'GET /recognition/v2/training-image/{id}/similar': {
    summary: 'The images, shapes and groups that look most like an image',
    ...similar,
  },
  ...shapeSimilarCalls,
  'GET /similarity/training/v2/group/{id}/similar': {
    summary: 'The groups that look most like a group, and the images and objects that could belong to it',
    service: 'custom-similarity',
    ...similar,
  },
  'POST /recognition/v2/training-image/look-alikes': {
    coversWorkspace: true,
    permission: 'view',
    summary: 'Duplicates of the given images, such as smaller or brighter copies',
    query: WorkspaceOnlyQuery,
    body: z.object({ images: z.array(Id).min(1).max(MAX_SIMILAR_REFERENCES), ...WorkspaceBody }),
    response: LookAlikesResponse,
  },
});
