import { z } from 'zod';
import { defineServiceCalls } from '../base/core';
import {
  Id,
  Ids,
  ListQuery,
  Page,
  QueryBool,
  Text,
  Timestamp,
  UserReference,
  WorkspaceBody,
  WorkspaceOnlyQuery,
} from '../base/primitives';

/** Domain of a gold item. In the domain `similarity`, gold items are groups. In all other domains, they are images. */
export const GoldDomain = z.enum(['detection', 'segmentation', 'recognition', 'similarity']);
export type GoldDomain = z.output<typeof GoldDomain>;

/**
 * An image or group whose correct annotations are known. Work of annotators on it is compared with a copy of these annotations (ADR 0124).
 */
export const GoldItem = z.object({
  id: Id,
  workspace: Id,
  domain: GoldDomain,
  /** The task of the gold item. The copy contains only annotations with labels of this task. */
  task: Id,
  /** Null for a group. */
  image: Id.nullable(),
  /** Null for an image. Missing in responses of older servers. */
  group: Id.nullish(),
  /** Null for an image without a name. For a group, its name. */
  file_name: z.string().nullable(),
  /** Null for a group without images and objects. */
  thumb_img_path: z.string().nullable(),
  /** Revision of the copy, incremented by each correction. */
  revision: z.number().int(),
  /** Number of labels, and number of shapes, in the copy. */
  label_count: z.number().int(),
  shape_count: z.number().int(),
  /** Number of members of the group. Missing in responses of older servers. */
  member_count: z.number().int().optional(),
  /** Weight of the image: 1 / probability that the random sample contains it. The weight is 1 if a user has selected the image. */
  weight: z.number(),
  source: z.enum(['selection', 'adjudication', 'sample']),
  /** Number of comparisons with work of annotators. There is one comparison for each user and job. */
  uses: z.number().int(),
  /** Mean F1 of the compared work; null if no work was compared. */
  mean_score: z.number().nullable(),
  created: Timestamp,
  /** Null if the account was deleted. */
  created_by: UserReference.nullable(),
  /** When the gold item was retired. Annotators do not get retired gold items. */
  retired: Timestamp.nullable(),
  retired_reason: z.string().nullable(),
});
export type GoldItem = z.output<typeof GoldItem>;

/** A version of the correct annotations of a gold item, in the format of `GET /annotate/v2/imagejob/{id}/snapshots`. */
const GoldRevision = z.object({
  revision: z.number().int(),
  labels: z.array(z.unknown()),
  shapes: z.array(z.unknown()),
  /** Members of a group. Missing in responses of older servers. */
  members: z.array(z.object({ kind: z.enum(['image', 'object', 'group']), id: Id })).optional(),
  created: Timestamp,
  created_by: UserReference.nullable(),
  reason: z.string().nullable(),
});

/** The result of creating gold items. With `dry_run`, the expected result. */
export const GoldCreation = z.object({
  /** Images or groups that become gold items. */
  created: z.number().int(),
  already_gold: z.number().int(),
  not_verified: z.number().int(),
  /** Groups that are left out, because the task does not use their type. Missing for images, and in responses of older servers. */
  other_type: z.number().int().optional(),
});
export type GoldCreation = z.output<typeof GoldCreation>;

/** The gold items of a job. */
export const JobGold = z.object({
  /** Ratio of gold items to all items of an annotator. Null for a job without gold items. */
  rate: z.number().nullable(),
  /** Number of gold items of the job that are still in use. */
  items: z.number().int(),
  /** Number of annotators who may work on the job and do not already know the correct annotations of all its gold items. */
  annotators: z.number().int(),
});
export type JobGold = z.output<typeof JobGold>;

const GoldRate = z.number().min(0.02).max(0.5);
const taskFields = { domain: GoldDomain, task: Id };

const readJobGold = { permission: 'review' as const, query: WorkspaceOnlyQuery, response: JobGold };
const saveJobGold = {
  permission: 'manage' as const,
  body: z.object({
    /** The new ratio. Null removes all gold items from the job that no annotator has started or completed. */
    rate: GoldRate.nullable(),
    /** The task whose gold items are added. Without it, only the rate changes. */
    domain: GoldDomain.optional(),
    task: Id.optional(),
    ...WorkspaceBody,
  }),
  response: JobGold,
};

export const goldCalls = defineServiceCalls('annotate', {
  'GET /annotate/v2/gold/': {
    permission: 'review',
    summary: 'Gold items of a workspace or of a task, newest first',
    query: z.object({ ...ListQuery, domain: GoldDomain.optional(), task: Id.optional(), retired: QueryBool.optional() }),
    response: Page(GoldItem),
  },
  'GET /annotate/v2/gold/{id}': {
    permission: 'review',
    summary: 'One gold item with all revisions of its annotations. The caller never gets the item in a job afterwards',
    query: WorkspaceOnlyQuery,
    response: z.object({ ...GoldItem.shape, revisions: z.array(GoldRevision) }),
  },
  'POST /annotate/v2/gold/': {
    permission: 'manage',
    summary:
      'Make verified or adjudicated images, or verified groups with a type of the task, gold items of a task, with a copy of their current annotations or members',
    body: z
      .object({
        ...taskFields,
        images: Ids.default([]),
        /** Ids of groups. Replaces `images` for a similarity task. */
        groups: Ids.default([]),
        dry_run: z.boolean().default(false),
        ...WorkspaceBody,
      })
      .refine(({ domain, groups, images }) => (domain === 'similarity' ? images : groups).length === 0, {
        message: 'belong to similarity tasks, and images to the other tasks',
        path: ['groups'],
      }),
    response: GoldCreation,
  },
  'POST /annotate/v2/gold/{id}/revise': {
    permission: 'manage',
    summary: 'Replace the copy with the current annotations of the image or members of the group, and score all work again',
    body: z.object({ reason: Text(1000).trim().optional(), ...WorkspaceBody }),
    response: GoldItem,
  },
  'POST /annotate/v2/gold/retire': {
    permission: 'manage',
    summary: 'Retire gold items, or use retired ones again. Scores remain',
    body: z.object({ gold: Ids, retired: z.boolean().default(true), ...WorkspaceBody }),
    response: z.object({ changed: z.number().int() }),
  },
  'GET /annotate/v2/imagejob/{id}/gold': { ...readJobGold, summary: 'The gold items of an image job' },
  'PUT /annotate/v2/imagejob/{id}/gold': {
    ...saveJobGold,
    summary: 'Add the gold items of a task to a job in which annotators work independently, or remove gold items from it',
  },
  'GET /annotate/v2/similarityjob/{id}/gold': { ...readJobGold, summary: 'The gold items of a similarity job' },
  'PUT /annotate/v2/similarityjob/{id}/gold': {
    ...saveJobGold,
    summary: 'Add the gold items of a similarity task to a similarity job, or remove gold items from it',
  },
});
