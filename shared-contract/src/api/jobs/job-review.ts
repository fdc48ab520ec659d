import { z } from 'zod';
import { SHAPE_NAMES } from '../../shape-kinds';
import { defineCalls } from '../base/core';
import { Alpha, LabelAgreement, LabelMatch, LabelMatchItem, ValueAgreement } from './label-agreement';
import { MaskData } from '../annotation/masks';
import {
  Id,
  ListQuery,
  Page,
  PointData,
  QueryBool,
  Text,
  Timestamp,
  UserReference,
  Version,
  WorkspaceBody,
  WorkspaceQuery,
  ExpectedVersion,
  WorkspaceOnlyQuery,
} from '../base/primitives';
import { storedAttributes } from '../shapes/shape-attributes';

/**
 * State of a remark. `open`: the author must revise the item. `answered`: the author has marked the item as done again, and the reviewer
 * must check it. `closed`: the reviewer has accepted the item.
 */
export const RemarkState = z.enum(['open', 'answered', 'closed']);
export type RemarkState = z.output<typeof RemarkState>;

/** A reviewer's remark about an item of a job, which sends the item back to its author. */
export const Remark = z.object({
  id: Id,
  workspace: Id,
  job: Id,
  image: Id,
  text: z.string(),
  /** `[x, y]` in pixels of the upright image; null if the remark applies to the complete image. */
  data: z.array(z.number().int()).nullable(),
  /** The user who completed the item. */
  author: UserReference,
  /** The user who sent the item back; null if the account was deleted. Then any member may close the remark. */
  reviewer: UserReference.nullable(),
  state: RemarkState,
  created: Timestamp,
  answered: Timestamp.nullable(),
  version: Version,
});
export type Remark = z.output<typeof Remark>;

/** An image of a job that other users have marked as done and the caller has not verified. */
export const ReviewItem = z.object({
  image: Id,
  /** Time at which the image was last marked as done. */
  done: Timestamp,
});
export type ReviewItem = z.output<typeof ReviewItem>;

/** Statistics on the work of one user in a job. */
export const JobMember = z.object({
  user: UserReference,
  /** Number of items that the user has marked as done. */
  done: z.number().int(),
  /** Median time in seconds between two completed items. Null if no time was measured. */
  median_seconds: z.number().nullable(),
  /** Number of measured items. Items that took longer than 30 minutes are excluded as breaks. */
  measured: z.number().int(),
  /** Number of remarks on the user's work, and number of these remarks that are not closed. */
  remarks: z.number().int(),
  open_remarks: z.number().int(),
});
export type JobMember = z.output<typeof JobMember>;

const Overlap = z.object({
  /** Number of annotations that both users have. */
  same: z.number().int(),
  /** Number of annotations that at least one of the users has. */
  all: z.number().int(),
});
const Compared = z.object({
  labels: Overlap,
  shapes: Overlap,
  /** Attributes of matching shapes. */
  attributes: Overlap.optional(),
});

/** Agreement of the skeletons of two users, over all items that both users have annotated. */
const SkeletonAgreement = z.object({
  /** Number of skeletons with a matching skeleton of the other user. */
  matched: z.number().int(),
  /** Mean object keypoint similarity (OKS) of the matching skeletons, 0 to 1; null if none match. */
  oks: z.number().nullable(),
  /**
   * Precision times recall of one user's skeletons compared with the other user's skeletons. Mean over the OKS thresholds 0.5,
   * 0.55 ... 0.95.
   */
  average_precision: z.number(),
});

/** An item that two users have annotated differently. */
export const Disagreement = Compared.extend({
  image: Id,
  /** Null for an image without a name. */
  file_name: z.string().nullish(),
  thumb_img_path: z.string().optional(),
  /**
   * Names of the labels of the annotations that only one user has, or that differ. Deleted labels are left out. Empty if the item was
   * compared by an earlier release.
   */
  label_names: z.array(z.string()).optional(),
  first: UserReference,
  second: UserReference,
});
export type Disagreement = z.output<typeof Disagreement>;

const AgreementPair = Compared.extend({
  first: UserReference,
  second: UserReference,
  compared: z.number().int(),
  agreeing: z.number().int(),
  /** F1 score of one user's shapes compared with the other user's shapes. Null without shapes. */
  shape_f1: z.number().nullish(),
  /**
   * Mean similarity (IoU or OKS) of matching shapes; null if no shapes match. Items that were compared before this field existed are not
   * included.
   */
  similarity: z.object({ mean: z.number().nullable(), n: z.number().int() }).optional(),
  /** Agreement on the labels of shapes. The units are shapes that match regardless of their labels; the values are their labels. */
  shape_label_alpha: Alpha.optional(),
  /** Agreement on the labels of images. The units are items; the value is the set of labels of the image. */
  image_labels_alpha: Alpha.optional(),
});

export const Agreement = Compared.extend({
  /** Number of compared pairs. Three users of one item make three pairs. */
  compared: z.number().int(),
  /** Number of pairs with the same labels, and with matching shapes that have the same attributes. */
  agreeing: z.number().int(),
  /** Null without skeletons. */
  skeletons: SkeletonAgreement.nullish(),
  pairs: z.array(AgreementPair),
  /** Additional annotators for disputed items. Null if the job has no threshold for them. Missing in responses of older servers. */
  further_people: z
    .object({
      /** Number of items that as many users have completed as the job requires without additional annotators. */
      items: z.number().int(),
      /** Number of these items that the job assigned to an additional user. */
      asked_items: z.number().int(),
      /**
       * `asked`: number of additional annotations that the job has requested. `possible`: number that the job would request if every item
       * had the maximum number of annotators.
       */
      asked: z.number().int(),
      possible: z.number().int(),
    })
    .nullish(),
  /** Agreement of all users. Units are objects that at least two users have drawn; values are their labels. */
  shape_label_alpha: Alpha.optional(),
  /** Agreement of all users. Units are items; a value is the set of labels of the image. */
  image_labels_alpha: Alpha.optional(),
  by_label: z.array(LabelAgreement).optional(),
  /** For each label: first all users, then each pair of users. Deleted labels are left out. Missing in responses of older servers. */
  object_values: z.array(ValueAgreement).optional(),
  /** Pairs of labels that two users gave to matching shapes, over all pairs of users. Includes pairs of equal labels. */
  label_matches: z.array(LabelMatch).optional(),
  /** At most 1,000, largest difference first. */
  disagreements: z.array(Disagreement),
});
export type Agreement = z.output<typeof Agreement>;

const SnapshotLabel = z.object({ label: Id, name: z.string().nullable(), value: z.number().nullable() });
export type SnapshotLabel = z.output<typeof SnapshotLabel>;
/** The labels and shapes of an item when a user marked it as done. */
export const ItemSnapshot = z.object({
  user: UserReference,
  taken: Timestamp,
  labels: z.array(SnapshotLabel),
  shapes: z.array(
    z.object({
      kind: z.enum(SHAPE_NAMES),
      /** Null for a point. */
      label: Id.nullable(),
      /** Name of the label or point; null if the label was deleted. */
      name: z.string().nullable(),
      color: z.string().nullable(),
      /**
       * Pixels of the upright image. Object: x1, y1, x2, y2. Polygon: x, y of each vertex. Point: x, y. Skeleton: x, y, visibility of each
       * point. Mask: its box.
       */
      data: z.array(z.number()),
      /** `[x, y, width, height, angle]` of a rotated object. Null or missing for other shapes. */
      rotated_box: z.array(z.number()).nullish(),
      /** Pixels of a mask. Null or missing for other shapes. */
      mask: MaskData.nullish(),
      labels: z.array(SnapshotLabel),
      /** Missing in work that was saved by an earlier release. */
      attributes: storedAttributes.attributes.unwrap().nullish(),
      /** Ids of the other users with a matching shape. Shapes match as they do when the agreement is computed. */
      matched_by: z.array(Id),
      /** Names of attributes whose value differs from the value of the matching shape. */
      attribute_differences: z.array(z.string()).optional(),
    }),
  ),
});
export type ItemSnapshot = z.output<typeof ItemSnapshot>;

const service = 'annotate';
const RemarkText = Text(2000).trim().min(1, 'Enter what is to be changed');

export const jobReviewCalls = defineCalls({
  'GET /account/v2/member/': {
    summary: 'The members of a workspace by name',
    query: WorkspaceOnlyQuery,
    response: z.object({ count: z.number(), next: z.null(), previous: z.null(), results: z.array(UserReference) }),
  },
  'GET /annotate/v2/imagejob/{id}/to-review/': {
    permission: 'review',
    summary: 'Images that other users have marked as done and the caller has not verified, the earliest first',
    service,
    query: z.object(ListQuery),
    response: Page(ReviewItem),
  },
  'POST /annotate/v2/imagejob/{id}/send-back': {
    permission: 'review',
    summary: 'Send an item back to its author with a remark; removes the completion mark and the verification',
    service,
    body: z.object({
      item: Id,
      text: RemarkText,
      data: PointData.nullish(),
      /** The user to whom the item is sent back, if several users completed it. Default: the last user who completed it. */
      to: Id.optional(),
      ...WorkspaceBody,
    }),
    response: Remark,
  },
  'GET /annotate/v2/remark/': {
    summary: 'Remarks, oldest first',
    service,
    query: z.object({
      ...ListQuery,
      job: Id.optional(),
      image: Id.optional(),
      state: RemarkState.optional(),
      /** Only remarks that wait for the caller: open remarks on the caller's work, and answered remarks that the caller wrote. */
      mine: QueryBool.optional(),
    }),
    response: Page(Remark),
  },
  'PUT /annotate/v2/remark/{id}': {
    permission: 'review',
    summary: 'Close a remark, or send the item back again; only for its reviewer',
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
    summary: 'Number of completed items and speed, by user',
    service,
    query: WorkspaceOnlyQuery,
    response: z.object({ results: z.array(JobMember) }),
  },
  'GET /annotate/v2/similarityjob/{id}/people': {
    summary: 'Number of completed items and speed, by user',
    service,
    query: WorkspaceOnlyQuery,
    response: z.object({ results: z.array(JobMember) }),
  },
  'GET /annotate/v2/imagejob/{id}/agreement': {
    summary:
      'How far users agree on the same items; except in jobs with `blind`, the second user saw the annotations of the first',
    service,
    query: WorkspaceOnlyQuery,
    response: Agreement,
  },
  'GET /annotate/v2/imagejob/{id}/label-matches': {
    summary: 'At most 500 items on which two users gave these two labels to the same objects, most objects first',
    service,
    query: z.object({ first: Id.optional(), second: Id.optional(), ...WorkspaceQuery }),
    response: z.object({ results: z.array(LabelMatchItem) }),
  },
  'GET /annotate/v2/imagejob/{id}/snapshots': {
    summary: 'Annotations of an item at each completion, oldest first',
    service,
    query: z.object({ image: Id.optional(), ...WorkspaceQuery }),
    response: z.object({ results: z.array(ItemSnapshot) }),
  },
});
