import { GroupFilter, ImageFilter } from '@console/shared-contract/api';
import { z } from 'zod';

/** The kind of work that adds or removes all that matches a filter. */
export const MATCHING = 'matching';

const place = {
  action: z.enum(['add', 'remove']),
  /** The job or task that things are added to or removed from. */
  target: z.uuid(),
  /** What matched when the work began; set by its first step. */
  total: z.number().int().optional(),
  done: z.number().int().default(0),
};

/** What long work of this kind is told, and how far it has come. */
export const MatchingOrder = z.discriminatedUnion('of', [
  z.object({
    ...place,
    of: z.enum(['image job', 'negative images']),
    filter: ImageFilter,
    /** The highest seq that counts: what is there when the work is asked for, then what is not dealt with yet. */
    upTo: z.number().int(),
  }),
  z.object({
    ...place,
    of: z.literal('similarity job'),
    filter: GroupFilter,
    /** Groups created later do not count. */
    asked: z.string(),
    /** Name, in lower case, and id of the group dealt with last. */
    after: z.tuple([z.string(), z.string()]).optional(),
  }),
]);
export type MatchingOrder = z.output<typeof MatchingOrder>;
export type ImageOrder = Extract<MatchingOrder, { upTo: number }>;
export type GroupOrder = Extract<MatchingOrder, { of: 'similarity job' }>;
