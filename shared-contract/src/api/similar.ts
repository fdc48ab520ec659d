import { z } from 'zod';
import { defineCalls } from './core';
import { DetectionObject } from './detection';
import { Id, WorkspaceBody, WorkspaceQuery } from './primitives';
import { TrainingImage } from './recognition-rows';
import { GroupRow } from './similarity-rows';

/** What is found by its likeness. */
export const SimilarKind = z.enum(['image', 'object', 'group']);
export type SimilarKind = z.output<typeof SimilarKind>;
/** By which part of what a picture looks like. */
export const LikenessBasis = z.enum(['colours', 'features', 'both']);
export type LikenessBasis = z.output<typeof LikenessBasis>;
/** By both parts, pictures of this likeness and more are the same one again: smaller, brighter, poorer or cropped. */
export const DUPLICATE_LIKENESS = 0.97;
/** Images that a call looks for others like them at once. */
export const MAX_SIMILAR_REFERENCES = 50;

/** Cosine, -1 to 1; 1 is the same. */
const likeness = z.number();
const Readiness = z.object({ ready: z.number().int(), total: z.number().int() });
const SimilarImage = z.object({ likeness, image: TrainingImage });
export type SimilarImage = z.output<typeof SimilarImage>;

export const SimilarResponse = z.object({
  /** False: nothing on this server tells what pictures look like. */
  available: z.boolean(),
  /** By what the answers are ordered. */
  by: LikenessBasis,
  /** Each the nearest first; empty where the kind was not asked for. */
  images: z.array(SimilarImage),
  objects: z.array(z.object({ likeness, object: DetectionObject })),
  groups: z.array(z.object({ likeness, group: GroupRow })),
  /** How many of the workspace's things could be among the answers, by the kinds asked for. */
  ready: z.object({ image: Readiness.optional(), object: Readiness.optional(), group: Readiness.optional() }),
});
export type SimilarResponse = z.output<typeof SimilarResponse>;

export const LookAlikesResponse = z.object({
  available: z.boolean(),
  /** Of the images asked about those that have some; the nearest first. */
  results: z.array(z.object({ id: Id, like: z.array(SimilarImage) })),
  ready: Readiness,
});
export type LookAlikesResponse = z.output<typeof LookAlikesResponse>;

const kinds = z.preprocess(
  (value) =>
    value === undefined ? undefined : (Array.isArray(value) ? value : [value]).flatMap((item) => String(item).split(',')),
  z.array(SimilarKind).min(1).max(3),
) as z.ZodType<SimilarKind[], string | string[]>;

export const SimilarQuery = z.object({
  ...WorkspaceQuery,
  /** What is wanted; unless named, all that the workspace has services for. */
  kinds: kinds.optional(),
  /** Of each kind at most. */
  count: z.coerce.number().int().min(1).max(100).default(12),
  /** Unless named, what tells the workspace's verified groups apart best. */
  by: LikenessBasis.optional(),
});

const similar = { query: SimilarQuery, response: SimilarResponse };

export const similarCalls = defineCalls({
  'GET /recognition/v2/training-image/{id}/similar': {
    summary: 'The images, objects and groups that look most like an image',
    ...similar,
  },
  'GET /detection/v2/object/{id}/similar': {
    summary: 'The images, objects and groups that look most like an object',
    service: 'custom-object-detection',
    ...similar,
  },
  'GET /segmentation/v2/polygon/{id}/similar': {
    summary: 'The images, objects and groups that look most like what is in the box of a polygon',
    service: 'custom-segmentation',
    ...similar,
  },
  'GET /similarity/training/v2/group/{id}/similar': {
    summary: 'The groups that look most like a group, and the images and objects that could belong to it',
    service: 'custom-similarity',
    ...similar,
  },
  'POST /recognition/v2/training-image/look-alikes': {
    summary: 'Other images that are these again, such as smaller or brighter copies',
    query: z.object({ ...WorkspaceQuery }),
    body: z.object({ images: z.array(Id).min(1).max(MAX_SIMILAR_REFERENCES), ...WorkspaceBody }),
    response: LookAlikesResponse,
  },
});
