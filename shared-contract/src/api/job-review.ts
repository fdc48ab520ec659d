import { z } from 'zod';
import { defineCalls } from './core';
import {
  Id,
  ListQuery,
  Page,
  PointData,
  QueryBool,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceQuery,
  ExpectedVersion,
} from './primitives';

/** A member of a workspace, as others see them. */
export const UserReference = z.object({ id: Id, username: z.string() });
export type UserReference = z.output<typeof UserReference>;

/**
 * `open`: the item is with its author again. `answered`: the author has marked it as done once more, and the reviewer looks
 * at it. `closed`: the reviewer is content.
 */
export const RemarkState = z.enum(['open', 'answered', 'closed']);
export type RemarkState = z.output<typeof RemarkState>;

/** Why an item of a job was sent back to who had done it. */
export const Remark = z.object({
  id: Id,
  workspace: Id,
  job: Id,
  image: Id,
  text: z.string(),
  /** `[x, y]` in pixels of the upright picture; null: it is of the whole picture. */
  data: z.array(z.number().int()).nullable(),
  /** Who did the item. */
  author: UserReference,
  /** Who sent it back; null once their account is gone, and then anybody may close the remark. */
  reviewer: UserReference.nullable(),
  state: RemarkState,
  created: Timestamp,
  answered: Timestamp.nullable(),
  version: Version,
});
export type Remark = z.output<typeof Remark>;

/** What one person has done of a job. */
export const JobMember = z.object({
  user: UserReference,
  /** Items that they have marked as done. */
  done: z.number().int(),
  /** Of their items, the median of the seconds from one mark to the next; null: none was measured. */
  median_seconds: z.number().nullable(),
  /** How many items that median is of: what took longer than 30 minutes was laid aside, and is not measured. */
  measured: z.number().int(),
  /** Remarks on their work, and of these those that are not closed. */
  remarks: z.number().int(),
  open_remarks: z.number().int(),
});
export type JobMember = z.output<typeof JobMember>;

const Overlap = z.object({
  /** What both have. */
  same: z.number().int(),
  /** What either has; what both have counts once. */
  all: z.number().int(),
});
const Compared = z.object({ labels: Overlap, shapes: Overlap });

/** An item that two people have done, who differ. */
export const Disagreement = Compared.extend({ image: Id, first: UserReference, second: UserReference });
export type Disagreement = z.output<typeof Disagreement>;

export const Agreement = Compared.extend({
  /** Pairs of people and items that were compared: three people of one item are three. */
  compared: z.number().int(),
  /** Those of them with the same labels, and every shape of one matched by one of the other. */
  agreeing: z.number().int(),
  pairs: z.array(
    Compared.extend({ first: UserReference, second: UserReference, compared: z.number().int(), agreeing: z.number().int() }),
  ),
  /** The least alike first, at most 1,000. */
  disagreements: z.array(Disagreement),
});
export type Agreement = z.output<typeof Agreement>;

const SnapshotLabel = z.object({ label: Id, name: z.string().nullable(), value: z.number().nullable() });
export type SnapshotLabel = z.output<typeof SnapshotLabel>;
/** What an item's labels and shapes were when a person marked it as done. */
export const ItemSnapshot = z.object({
  user: UserReference,
  taken: Timestamp,
  labels: z.array(SnapshotLabel),
  shapes: z.array(
    z.object({
      kind: z.enum(['object', 'polygon', 'point']),
      /** Null of a point. */
      label: Id.nullable(),
      /** Of the label, or of the point; null: the label was deleted since. */
      name: z.string().nullable(),
      color: z.string().nullable(),
      /** In pixels of the upright picture: x1, y1, x2, y2 of an object; x, y of each vertex; x, y of a point. */
      data: z.array(z.number()),
      labels: z.array(SnapshotLabel),
      /** Who else has drawn it, by the rule of the agreement. */
      matched_by: z.array(Id),
    }),
  ),
});
export type ItemSnapshot = z.output<typeof ItemSnapshot>;

const service = 'annotate';
const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });
const RemarkText = Text(2000).trim().min(1, 'Enter what is to be changed');

export const jobReviewCalls = defineCalls({
  'GET /account/v2/member/': {
    summary: 'The members of a workspace by name',
    query: workspaceOnlyQuery,
    response: z.object({ count: z.number(), next: z.null(), previous: z.null(), results: z.array(UserReference) }),
  },
  'POST /annotate/v2/imagejob/{id}/send-back': {
    summary: 'Send an item back to who has done it, with a remark; the mark and their verification are taken back',
    service,
    body: z.object({
      item: Id,
      text: RemarkText,
      data: PointData.nullish(),
      /** Who of several; absent: who did it last. */
      to: Id.optional(),
      ...WorkspaceBody,
    }),
    response: Remark,
  },
  'GET /annotate/v2/remark/': {
    summary: 'Remarks, the oldest first',
    service,
    query: z.object({
      ...ListQuery,
      job: Id.optional(),
      image: Id.optional(),
      state: RemarkState.optional(),
      /** Those that wait for the caller: open ones on their work, and answered ones of theirs. */
      mine: QueryBool.optional(),
    }),
    response: Page(Remark),
  },
  'PUT /annotate/v2/remark/{id}': {
    summary: 'Close a remark, or send the item back once more: for its reviewer',
    service,
    body: z.object({
      state: z.enum(['open', 'closed']),
      text: RemarkText.optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: Remark,
  },
  'GET /annotate/v2/imagejob/{id}/people': {
    summary: 'Who has done how many items, and how fast',
    service,
    query: workspaceOnlyQuery,
    response: z.object({ results: z.array(JobMember) }),
  },
  'GET /annotate/v2/similarityjob/{id}/people': {
    summary: 'Who has done how many items, and how fast',
    service,
    query: workspaceOnlyQuery,
    response: z.object({ results: z.array(JobMember) }),
  },
  'GET /annotate/v2/imagejob/{id}/agreement': {
    summary: 'How far people agree who have done the same items; the second saw what the first had done',
    service,
    query: workspaceOnlyQuery,
    response: Agreement,
  },
  'GET /annotate/v2/imagejob/{id}/snapshots': {
    summary: 'What an item was like when each person marked it as done, the first of them first',
    service,
    query: z.object({ image: Id.optional(), ...WorkspaceQuery }),
    response: z.object({ results: z.array(ItemSnapshot) }),
  },
});
