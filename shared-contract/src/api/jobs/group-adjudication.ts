import { z } from 'zod';
import { defineCalls } from '../base/core';
import { AdjudicatedBatch, AdjudicateMatchingBody, Adjudication } from './job-adjudication';
import { Agreement } from './job-review';
import { Alpha } from './label-agreement';
import { Id, Text, UserReference, WorkspaceBody, WorkspaceOnlyQuery, WorkspaceQuery } from '../base/primitives';

const Members = z.object({
  /** `same`: number of members that both users kept. `all`: number of members that at least one of the users kept. */
  same: z.number().int(),
  all: z.number().int(),
});

/** A group whose annotators have kept different members. */
export const DisputedGroup = z.object({
  group: Id,
  name: z.string(),
  /** Null for a group without images and objects. */
  thumb_img_path: z.string().nullable(),
  users: z.array(UserReference),
  /** Ratio of members that two users do not have in common, over all pairs of users: 0 to 1. */
  difference: z.number(),
  /** Whether the group waits for a decision. */
  is_open: z.boolean(),
});
export type DisputedGroup = z.output<typeof DisputedGroup>;

export const GroupAgreement = z.object({
  /** Number of compared pairs. Three users of one group make three pairs. */
  compared: z.number().int(),
  /** Number of pairs with the same members. */
  agreeing: z.number().int(),
  members: Members,
  /** Additional users for groups on which users disagree. Null if the job has no threshold. Missing in responses of older servers. */
  further_people: Agreement.shape.further_people,
  pairs: z.array(
    z.object({
      first: UserReference,
      second: UserReference,
      compared: z.number().int(),
      agreeing: z.number().int(),
      members: Members,
      /** F1 score of the members that one user kept, compared with the members that the other user kept. Null without members. */
      f1: z.number().nullable(),
      /** Krippendorff's alpha. The units are members of groups. The value is whether the user kept or removed the member. */
      alpha: Alpha,
    }),
  ),
  /** At most 1,000, largest difference first. */
  disagreements: z.array(DisputedGroup),
});
export type GroupAgreement = z.output<typeof GroupAgreement>;

const DisputedMember = z.object({
  kind: z.enum(['image', 'object', 'group']),
  id: Id,
  /** File name of an image or name of a group; null for an object, and for an image without a name. */
  name: z.string().nullable(),
  /** Null for a group and a deleted member. */
  thumb_img_path: z.string().nullable(),
  /** The users who kept the member. */
  users: z.array(Id),
});
export type DisputedMember = z.output<typeof DisputedMember>;

export const DisputedGroupDetails = z.object({
  group: Id,
  name: z.string(),
  /** A hash that changes with the work of each user on the group and with each decision. */
  version: z.string(),
  /** Users who have completed the group, in the order of completion. */
  users: z.array(UserReference),
  /** Members that at least one user kept. Members that another user removed come first. */
  members: z.array(DisputedMember),
  decision: Adjudication.pick({ user: true, created: true }).nullable(),
});
export type DisputedGroupDetails = z.output<typeof DisputedGroupDetails>;

/** Like `AdjudicatedBatch`, for groups. */
const AdjudicatedGroupBatch = AdjudicatedBatch.omit({ shapes: true }).extend({
  /** Number of members that the groups keep. */
  members: z.number().int(),
});
export type AdjudicatedGroupBatch = z.output<typeof AdjudicatedGroupBatch>;

const service = 'annotate';
export const groupAdjudicationCalls = defineCalls({
  'GET /annotate/v2/similarityjob/{id}/agreement': {
    permission: 'review',
    summary:
      'How far users agree on the members of groups; except in jobs with `blind` or gold items, the second user saw the work of the first',
    service,
    query: WorkspaceOnlyQuery,
    response: GroupAgreement,
  },
  'GET /annotate/v2/similarityjob/{id}/disputed-item': {
    permission: 'review',
    summary: 'The members that each user of a group kept',
    service,
    query: z.object({ group: Id.optional(), ...WorkspaceQuery }),
    response: z.object({
      /** Null if `group` is missing, or if there is no work to compare. */
      item: DisputedGroupDetails.nullable(),
    }),
  },
  'POST /annotate/v2/similarityjob/{id}/adjudicate': {
    permission: 'review',
    summary: 'Decide on a group: replaces its members with the chosen ones',
    service,
    body: z.object({
      item: Id,
      /** The version of the group on which the choice is based. 409 if it has changed. */
      version: Text(100),
      /** Ids of members that at least one user kept. */
      members: z.array(Id).max(10_000),
      ...WorkspaceBody,
    }),
    response: DisputedGroupDetails,
  },
  'POST /annotate/v2/similarityjob/{id}/adjudicate-matching': {
    permission: 'review',
    summary: 'Keep the members that most users kept, in all groups without ties, batch by batch',
    service,
    body: AdjudicateMatchingBody,
    response: AdjudicatedGroupBatch,
  },
});
