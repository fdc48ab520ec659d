import { GroupFilter, ImageFilter } from '@console/shared-contract/api';
import { z } from 'zod';

/** Name of the background work that adds or removes all rows that match a filter. */
export const MATCHING = 'matching';

const progressFields = {
  action: z.enum(['add', 'remove']),
  /** Id of the job or task to which rows are added or removed. */
  target: z.uuid(),
  /** Number of matches at the start; set by the first step. */
  total: z.number().int().optional(),
  done: z.number().int().default(0),
};

/** Input and progress of the background work. Stored with the work, so the field names must not change. */
export const MatchingInput = z.discriminatedUnion('of', [
  z.object({
    ...progressFields,
    of: z.enum(['image job', 'negative images']),
    filter: ImageFilter,
    /** Sequence number of the image with which the next step starts. Images are processed from the newest to the oldest. */
    upTo: z.number().int(),
  }),
  z.object({
    ...progressFields,
    of: z.literal('similarity job'),
    filter: GroupFilter,
    /** Time of the request; groups created later are ignored. */
    asked: z.string(),
    /** Lowercase name and id of the last processed group. */
    after: z.tuple([z.string(), z.string()]).optional(),
  }),
]);
export type MatchingInput = z.output<typeof MatchingInput>;
export type ImageMatchingInput = Extract<MatchingInput, { upTo: number }>;
export type GroupMatchingInput = Extract<MatchingInput, { of: 'similarity job' }>;
