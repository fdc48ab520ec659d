import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ItemSnapshot } from '../jobs/job-review';
import {
  Empty,
  Id,
  ListQuery,
  Page,
  QueryBool,
  Text,
  Timestamp,
  UserReference,
  WorkspaceBody,
  WorkspaceOnlyQuery,
} from '../base/primitives';

/** Domains of tasks that can have gold items (items with a known correct result). */
export const QualityDomain = z.enum(['detection', 'segmentation', 'recognition', 'similarity']);
export type QualityDomain = z.output<typeof QualityDomain>;

/** The measures of a report. `image_f1` is the mean F1 score over the images. Targets apply only to `image_f1`. */
export const QUALITY_MEASURES = [
  'image_f1',
  'precision',
  'recall',
  'f1',
  'iou',
  'label_accuracy',
  'value_error',
  'attribute_accuracy',
] as const;
export type QualityMeasure = (typeof QUALITY_MEASURES)[number];

const Estimate = z.object({
  /** Null if nothing can be measured. */
  value: z.number().nullable(),
  /**
   * The 95 % confidence interval. Null if nothing can be measured. For a measure without a maximum on a single image, only `high` is null.
   */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Number of images, and number of observations (`n`), such as shapes. */
  images: z.number().int(),
  n: z.number().int(),
});
export type QualityEstimate = z.output<typeof Estimate>;

const Decision = z.object({
  result: z.enum(['meets', 'below', 'undecided']),
  /**
   * Approximate number of additional gold items that are needed for a decision. Null if a decision is already possible, or if the number
   * cannot be predicted.
   */
  more: z.number().int().nullable(),
});
export type QualityDecision = z.output<typeof Decision>;

const Estimates = z.object({ estimates: z.record(z.enum(QUALITY_MEASURES), Estimate) });
const Decided = Estimates.extend({
  /** Whether the target is reached; null without a target. */
  decision: Decision.nullable(),
});
export type QualityEstimates = z.output<typeof Estimates>;

/** Id and name of a row. The name is null for a deleted row. */
const NamedRow = z.object({ id: Id, name: z.string().nullable() });

const QualityPerson = Decided.extend({
  /** The name is null for a former member. */
  user: z.object({ id: Id, username: z.string().nullable() }),
  open_appeals: z.number().int(),
  /** Whether the annotator is paused in the job of the report. Missing in the report of a task. */
  paused: z.boolean().optional(),
});
export type QualityPerson = z.output<typeof QualityPerson>;

export const QualityReport = z.object({
  task: NamedRow.extend({ domain: QualityDomain }),
  /** Required mean F1 score of the images. Null without a target. */
  target: z.number().nullable(),
  /** Whether the report is limited to scores of the caller up to yesterday. */
  own_only: z.boolean(),
  /** Number of gold items of the task in use; null for callers who see only their own scores. */
  gold_items: z.number().int().nullable(),
  total: Decided,
  people: z.array(QualityPerson),
  labels: z.array(Estimates.extend({ label: NamedRow })),
  /** The Monday of each week in UTC, `YYYY-MM-DD`. */
  weeks: z.array(Estimates.extend({ week: z.iso.date() })),
  jobs: z.array(Decided.extend({ job: NamedRow })),
});
export type QualityReport = z.output<typeof QualityReport>;

const QualityTask = z.object({
  domain: QualityDomain,
  id: Id,
  name: z.string(),
  target: z.number().nullable(),
  /** Number of scores that the caller can see. */
  scores: z.number().int(),
});
export type QualityTask = z.output<typeof QualityTask>;

const DIFFERENCES = ['missing', 'extra', 'misplaced', 'wrong_label'] as const;
const DifferenceKind = z.enum(DIFFERENCES);
/** A difference between the work on an image and the gold annotations. */
const Difference = z.object({
  kind: DifferenceKind,
  /** x1, y1, x2, y2 in pixels of the upright image; null if the difference concerns the complete image. */
  box: z.array(z.number()).nullable(),
});
export type QualityDifference = z.output<typeof Difference>;

/** The score of one annotator on one gold item. */
const QualityItem = z.object({
  gold: Id,
  /** Null for a group. */
  image: Id.nullable(),
  /** Null for an image. Missing in responses of older servers. */
  group: Id.nullish(),
  /** For a group, its name. */
  file_name: z.string().nullable(),
  /** Null for a group without images and objects. */
  thumb_img_path: z.string().nullable(),
  user: UserReference,
  job: NamedRow,
  scored: Timestamp,
  /** F1 of the image, 0 to 1. */
  f1: z.number(),
  /** Number of differences by kind. */
  differences: z.record(DifferenceKind, z.number().int()),
});
export type QualityItem = z.output<typeof QualityItem>;

const GoldAppeal = z.object({
  id: Id,
  workspace: Id,
  gold: Id,
  /** Null for a group. */
  image: Id.nullable(),
  /** Null for an image. Missing in responses of older servers. */
  group: Id.nullish(),
  /** For a group, its name. */
  file_name: z.string().nullable(),
  /** Null for a group without images and objects. */
  thumb_img_path: z.string().nullable(),
  job: NamedRow,
  task: NamedRow.extend({ domain: QualityDomain }),
  user: UserReference,
  text: z.string(),
  state: z.enum(['open', 'accepted', 'rejected']),
  decided_by: UserReference.nullable(),
  created: Timestamp,
  decided: Timestamp.nullable(),
});
export type GoldAppeal = z.output<typeof GoldAppeal>;

/** A member of a group in a comparison with a gold item. */
const ComparedMember = z.object({
  kind: z.enum(['image', 'object', 'group']),
  id: Id,
  /** Name of a group. Null for other members. */
  name: z.string().nullable(),
  thumb_img_path: z.string().nullable(),
  in_gold: z.boolean(),
  in_work: z.boolean(),
});
export type ComparedMember = z.output<typeof ComparedMember>;

const scoreFilters = {
  job: Id.optional(),
  user: Id.optional(),
  /** First and last UTC day. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};
const Feedback = z.object({
  differences: z.array(Difference),
  /** Remaining number of times that the annotator can get feedback on this item. */
  tries_left: z.number().int(),
  /** Whether the annotator has appealed against the gold annotations. */
  appealed: z.boolean(),
});
export type GoldFeedback = z.output<typeof Feedback>;

const service = 'annotate' as const;
const AppealText = Text(2000).trim().min(1, 'Enter why the work is correct');

const pauseCall = {
  permission: 'manage' as const,
  summary: 'Pause or resume an annotator in a job. Paused annotators get no items and cannot mark items as done',
  service,
  body: z.object({ user: Id, paused: z.boolean(), ...WorkspaceBody }),
  response: z.object({ paused: z.boolean() }),
};

const feedbackCall = {
  permission: 'annotate' as const,
  summary: 'Feedback on an item that the caller has marked as done, if the job gives feedback and there is any',
  service,
  body: z.object({ item: Id, ...WorkspaceBody }),
  response: z.object({ feedback: Feedback.nullable() }),
};
const appealCall = {
  permission: 'annotate' as const,
  summary: 'Appeal against the feedback on an item; a reviewer decides',
  service,
  body: z.object({ item: Id, text: AppealText, ...WorkspaceBody }),
  response: Empty,
};

export const qualityReportCalls = defineCalls({
  'GET /annotate/v2/quality-task/': {
    summary: 'Tasks with scores of gold items or with a target, by name; for reviewers, also tasks with gold items or rules',
    service,
    query: z.object({ job: Id.optional(), ...WorkspaceOnlyQuery.shape }),
    response: z.object({ results: z.array(QualityTask) }),
  },
  'GET /annotate/v2/quality-report/': {
    summary: 'Quality of a task or job by annotator, label, week and job; without `review`, only the quality of the caller',
    service,
    query: z.object({ task: Id, ...scoreFilters, ...WorkspaceOnlyQuery.shape }),
    response: QualityReport,
  },
  'GET /annotate/v2/quality-report/item/': {
    permission: 'review',
    summary: 'Scores of gold items, the lowest F1 first',
    service,
    query: z.object({
      task: Id,
      ...scoreFilters,
      label: Id.optional(),
      ...ListQuery,
    }),
    response: Page(QualityItem),
  },
  'GET /annotate/v2/quality-report/comparison': {
    permission: 'review',
    summary: 'The gold annotations of an item, and the work of an annotator on it',
    service,
    query: z.object({
      gold: Id,
      job: Id,
      user: Id,
      /** Whether to return the work that was scored (before the first feedback) instead of the current work. */
      scored: QueryBool.optional(),
      ...WorkspaceOnlyQuery.shape,
    }),
    response: z.object({
      /** Null for a group. */
      image: Id.nullable(),
      /** Members of a group, differences first. Missing for an image. */
      members: z.array(ComparedMember).optional(),
      gold: ItemSnapshot.omit({ user: true }).extend({ revision: z.number().int() }),
      /** Null if the annotator has removed the completion mark. */
      work: ItemSnapshot.nullable(),
    }),
  },
  'PUT /annotate/v2/quality-target/{id}': {
    permission: 'manage',
    summary: 'Set or remove the target of a task: the minimum of the mean F1 of the images',
    service,
    body: z.object({
      /** Greater than 0 and less than 1; null removes the target. */
      target: z.number().gt(0, 'must be greater than 0').lt(1, 'must be less than 1').nullable(),
      ...WorkspaceBody,
    }),
    response: z.object({ target: z.number().nullable() }),
  },
  'PUT /annotate/v2/imagejob/{id}/pause': pauseCall,
  'PUT /annotate/v2/similarityjob/{id}/pause': pauseCall,
  'POST /annotate/v2/imagejob/{id}/gold-feedback': feedbackCall,
  'POST /annotate/v2/similarityjob/{id}/gold-feedback': feedbackCall,
  'POST /annotate/v2/imagejob/{id}/appeal': appealCall,
  'POST /annotate/v2/similarityjob/{id}/appeal': appealCall,
  'GET /annotate/v2/gold-appeal/': {
    summary: 'Appeals, open ones first; without `review`, only appeals of the caller',
    service,
    query: z.object({
      ...ListQuery,
      task: Id.optional(),
      job: Id.optional(),
      state: z.enum(['open', 'accepted', 'rejected']).optional(),
    }),
    response: Page(GoldAppeal),
  },
  'PUT /annotate/v2/gold-appeal/{id}': {
    permission: 'review',
    summary:
      'Accept an appeal, which makes the work the new gold annotations and scores all annotators again, or reject the appeal',
    service,
    body: z.object({ state: z.enum(['accepted', 'rejected']), ...WorkspaceBody }),
    response: GoldAppeal,
  },
});
