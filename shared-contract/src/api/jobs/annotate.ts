import { z } from 'zod';
import { defineCalls, defineServiceCalls, prefixCalls } from '../base/core';
import {
  Empty,
  ExpectedVersion,
  Id,
  Ids,
  Items,
  ListQuery,
  Name,
  Page,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  UserReference,
  WorkspaceOnlyQuery,
  TaskRef,
} from '../base/primitives';
import { pointCalls } from '../annotation/points';

export const Verification = z.object({
  id: Id,
  user: UserReference,
  image: Id,
  created: Timestamp,
  /** Whether the user states that the image has nothing to annotate. Missing in responses of older servers. */
  nothing_to_annotate: z.boolean().optional(),
  /**
   * Id of the model whose predictions the user has accepted without a review. Null for a verification by the user. Missing in
   * responses of older servers.
   */
  model: Id.nullish(),
});
export type Verification = z.output<typeof Verification>;
export const SimilarityVerification = z.object({ id: Id, user: UserReference, group_id: Id, created: Timestamp });

/** Number of users who can work on a job. Set only if the items of the job need more users than may work on it. */
export const MissingPeople = z.object({
  /** Number of users who may work on the job. */
  available: z.number().int(),
  /** Number of users who could work on the job if it were assigned to all members. */
  all: z.number().int(),
});

export const JobType = z.enum(['image', 'similarity']);
export const Job = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  /** How many different users must complete each item: 1 to 4. */
  todo_number: z.number().int(),
  randomize: z.boolean(),
  auto_complete: z.boolean(),
  done: z.boolean(),
  item_count: z.number().int(),
  item_done_count: z.number().int(),
  recognition_tasks: z.array(Id),
  flow: Id.nullable(),
  mark_done_label: Id.nullable(),
  /**
   * Ratio of hidden gold-standard items, which measure annotators, to all items of an annotator (ADR 0124). Null without gold
   * items, and in responses to annotators. Missing in responses of older servers.
   */
  gold_rate: z.number().nullish(),
  /** Instructions for annotators, in Markdown. Missing in responses of older servers. */
  instructions: z.string().optional(),
  /** Users who may work on the items. An empty list means all members. Missing in responses of older servers. */
  assignees: z.array(UserReference).optional(),
  /**
   * Whether annotators work independently: the work of each user is stored separately, as a layer. Missing in responses of older servers.
   */
  blind: z.boolean().optional(),
  /** Whether the job audits a model (ADR 0129), so that annotators see no predictions. Missing in responses of older servers. */
  audit: z.boolean().optional(),
  /** Percentage of agreement below which an additional user annotates an item. Null: never. Missing in responses of older servers. */
  extra_threshold: z.number().nullish(),
  /** Maximum number of users who annotate an item. Null means `todo_number` + 1. Missing in responses of older servers. */
  max_people: z.number().int().nullish(),
  /** Number of items whose annotators disagree and that wait for a reviewer's decision. Missing in responses of older servers. */
  adjudication_count: z.number().int().optional(),
  /** Set if too few users may work on the job to complete its items; otherwise null. Missing in responses of older servers. */
  missing_people: MissingPeople.nullish(),
  /** Maximum number of times that an annotator gets feedback on a gold item: 0 to 3. Missing in responses of older servers. */
  gold_feedback: z.number().int().optional(),
  created: Timestamp,
  version: Version,
});
export type Job = z.output<typeof Job>;

/** The job in a response to marking items as done. */
export const MarkedJob = Job.extend({
  /**
   * Images that enough other users had already completed. The work of the caller is stored, but does not change the result. Only for
   * jobs in which users work independently (`blind`). Missing in responses of older servers.
   */
  late_items: z.array(Id).optional(),
});
export type MarkedJob = z.output<typeof MarkedJob>;

const JobName = Name(3, 'Enter at least 3 letters');
/** How many different users must complete each item. */
export const TodoNumber = z.number().int().min(1).max(4);
/** Maximum number of times that an annotator gets feedback on a gold item; 0 for no feedback. */
const GoldFeedbackTries = z.number().int().min(0).max(3);
/** If the agreement of the users of an item is below this percentage, an additional user annotates the item. */
const extraPeopleFields = {
  extra_threshold: z.number().gt(0, 'must be more than 0').max(100).nullish(),
  max_people: TodoNumber.nullish(),
};
const jobBody = z.object({
  name: JobName,
  description: Text().default(''),
  todo_number: TodoNumber.default(1),
  randomize: z.boolean().default(true),
  auto_complete: z.boolean().default(false),
  done: z.boolean().default(false),
  instructions: Text(20_000).default(''),
  assignees: Ids.default([]),
  blind: z.boolean().default(false),
  gold_feedback: GoldFeedbackTries.default(0),
  ...extraPeopleFields,
  ...WorkspaceBody,
});
const jobEdit = z.object({
  name: JobName.optional(),
  description: Text().optional(),
  todo_number: TodoNumber.optional(),
  randomize: z.boolean().optional(),
  auto_complete: z.boolean().optional(),
  done: z.boolean().optional(),
  instructions: Text(20_000).optional(),
  /** Replaces the current assignees. */
  assignees: Ids.optional(),
  /** Can be changed only while no user has started an item. */
  blind: z.boolean().optional(),
  gold_feedback: GoldFeedbackTries.optional(),
  ...extraPeopleFields,
  ...WorkspaceBody,
  ...ExpectedVersion,
});
const FlowRef = z.object({ flow_id: Id.nullable(), ...WorkspaceBody });
const DoneLabelRef = z.object({ label_id: Id.nullable(), ...WorkspaceBody });
const MarkBody = Items.extend({
  /**
   * Whether the caller also verifies the images. Applies only to image jobs with `blind` and without gold items, and only to images
   * whose result is the work of the caller alone. Ignored in all other cases.
   */
  verify: z.boolean().optional(),
  /** Whether the verification states that the images have nothing to annotate. */
  nothing_to_annotate: z.boolean().optional(),
});
const Batch = z.object({
  results: z.array(Id),
  /** For an empty batch: number of items that the caller cannot get because other users are working on them. */
  with_others: z.number().int().optional(),
  /** True if a manager has paused the caller in this job. The batch is then empty. */
  paused: z.boolean().optional(),
});

const AddedItems = z.object({
  /** Number of images that are already gold items of the job (with a known correct result) and stay gold items. Missing if there are none. */
  gold: z.number().int().optional(),
});

/** Defines the calls that image jobs and similarity jobs have in common. `items` is the noun for the items of the job in summaries. */
const defineJobCalls = <Type extends z.output<typeof JobType>, Filters extends z.ZodRawShape>(
  type: Type,
  items: 'images' | 'groups',
  filters: Filters,
) => {
  const noun = type === 'image' ? 'an image job' : 'a similarity job';
  const jobCalls = defineCalls({
    'GET /': {
      summary: type === 'image' ? 'Image jobs by name' : 'Similarity jobs by name',
      query: z.object({ ...ListQuery, search: Text(255).optional(), ...filters }),
      response: Page(Job),
    },
    'POST /': { permission: 'manage', summary: `Create ${noun}`, body: jobBody, response: Job, status: 201 },
    'GET /{id}': { summary: `One ${type} job`, query: WorkspaceOnlyQuery, response: Job },
    'PUT /{id}': {
      permission: 'manage',
      summary: `Change or complete ${noun}`,
      query: WorkspaceOnlyQuery,
      body: jobEdit,
      response: Job,
    },
    'DELETE /{id}': { permission: 'manage', summary: `Delete ${noun}`, query: WorkspaceOnlyQuery },
    'POST /{id}/add-task': { permission: 'manage', summary: 'Attach a recognition task', body: TaskRef, response: Job },
    'POST /{id}/remove-task': { permission: 'manage', summary: 'Detach a recognition task', body: TaskRef, response: Job },
    'POST /{id}/set-flow': { permission: 'manage', summary: 'Set or clear the flow', body: FlowRef, response: Job },
    'POST /{id}/set-label': {
      permission: 'manage',
      summary: 'Set or clear the label that completed items get',
      body: DoneLabelRef,
      response: Job,
    },
    'POST /{id}/add-items': { permission: 'manage', summary: `Add ${items}`, body: Items, response: AddedItems },
    'POST /{id}/remove-items': { permission: 'manage', summary: `Remove ${items}`, body: Items, response: Empty },
    'GET /{id}/get-batch/': {
      permission: 'annotate',
      summary: `The caller's next ${items} to do`,
      query: WorkspaceOnlyQuery,
      response: Batch,
    },
    'POST /{id}/mark-done': {
      permission: 'annotate',
      summary: `Mark ${items} as done by the caller`,
      body: MarkBody,
      response: MarkedJob,
    },
    'POST /{id}/unmark-done': {
      permission: 'annotate',
      summary: `Remove the caller's completion marks from ${items}`,
      body: Items,
      response: Job,
    },
  });
  return prefixCalls(`/annotate/v2/${type}job`, jobCalls);
};

export const annotateCalls = defineServiceCalls('annotate', {
  ...pointCalls,

  'GET /annotate/v2/verification/': {
    summary: 'Verifications of an image, newest first',
    query: z.object({ ...ListQuery, image: Id.optional() }),
    response: Page(Verification),
  },
  'POST /annotate/v2/verification/': {
    permission: 'annotate',
    summary: 'Verify an image as the caller; a repeated call returns the existing verification',
    body: z.object({
      user: z.unknown().optional(),
      image_id: Id,
      /** States that the image has nothing to annotate; 400 if the image has shapes. A repeated call can add the statement. */
      nothing_to_annotate: z.boolean().optional(),
      ...WorkspaceBody,
    }),
    response: Verification,
    status: 201,
  },
  'DELETE /annotate/v2/verification/{id}': {
    permission: 'annotate',
    summary: 'Remove a verification',
    query: WorkspaceOnlyQuery,
  },
  'GET /annotate/v2/similarity-verification/': {
    summary: 'Verifications of a group',
    query: z.object({ ...ListQuery, group: Id.optional() }),
    response: Page(SimilarityVerification),
  },
  'POST /annotate/v2/similarity-verification/': {
    permission: 'annotate',
    summary: 'Verify a group as the caller',
    body: z.object({ user: z.unknown().optional(), group_id: Id, ...WorkspaceBody }),
    response: SimilarityVerification,
    status: 201,
  },
  'DELETE /annotate/v2/similarity-verification/{id}': {
    permission: 'annotate',
    summary: "Remove a group's verification",
    query: WorkspaceOnlyQuery,
  },

  ...defineJobCalls('image', 'images', { image: Id.optional() }),
  'POST /annotate/v2/imagejob/{id}/add-images': {
    permission: 'manage',
    summary: "Add images (image screen's name)",
    query: WorkspaceOnlyQuery,
    body: z.object({ images: Ids, ...WorkspaceBody }),
    response: AddedItems,
  },
  'POST /annotate/v2/imagejob/{id}/remove-images': {
    permission: 'manage',
    summary: "Remove images (image screen's name)",
    query: WorkspaceOnlyQuery,
    body: z.object({ images: Ids, ...WorkspaceBody }),
    response: Empty,
  },
  ...defineJobCalls('similarity', 'groups', { group: Id.optional() }),
});

/** A job with its type. The client derives the type from the path of the call. */
export type JobWithType = Job & { type: z.output<typeof JobType> };
