import { z } from 'zod';
import { SHAPE_NAMES } from '../../shape-kinds';
import { defineCalls } from '../base/core';
import { ItemSnapshot } from './job-review';
import { MaskData } from '../annotation/masks';
import {
  Id,
  ListQuery,
  Page,
  RotatedBox,
  Text,
  Timestamp,
  UserReference,
  WorkspaceBody,
  WorkspaceQuery,
} from '../base/primitives';
import { shapeAttributeFields } from '../shapes/shape-attributes';

/** An item whose annotators disagree, and for which no reviewer has decided yet. */
export const DisputedItem = z.object({
  image: Id,
  /** Null for an image without a name. */
  file_name: z.string().nullable(),
  thumb_img_path: z.string(),
  /** Names of the labels of the annotations that differ. Deleted labels are left out. */
  label_names: z.array(z.string()),
  /** The users who have annotated the item. */
  users: z.array(UserReference),
  /** Ratio of annotations that two users do not have in common, over all pairs of users: 0 to 1. */
  difference: z.number(),
});
export type DisputedItem = z.output<typeof DisputedItem>;

/** A shape that a user has drawn, or a shape that was merged from the shapes of several users. */
const ProposedShape = ItemSnapshot.shape.shapes.element.omit({ matched_by: true, attribute_differences: true });
export type ProposedShape = z.output<typeof ProposedShape>;

/** The work of one user on an item (a layer). */
export const ItemLayer = ItemSnapshot.pick({ user: true, taken: true, labels: true }).extend({ shapes: z.array(ProposedShape) });
export type ItemLayer = z.output<typeof ItemLayer>;

/** `accepted`: more than half of the users agree. `rejected`: fewer than half of the users agree. `tie`: a reviewer must decide. */
const VoteState = z.enum(['accepted', 'rejected', 'tie']);

/** Shapes of different users that show the same object. */
const ShapeCluster = z.object({
  members: z.array(
    z.object({
      user: Id,
      /** Index of the shape in the layer of the user. */
      shape: z.number().int(),
      /** Mean similarity (IoU or OKS) to the other members; 1 for the only member. */
      similarity: z.number(),
    }),
  ),
  /** Number of members divided by the number of users of the item. */
  vote_share: z.number(),
  /** Mean similarity of the members; null for a single member. */
  similarity: z.number().nullable(),
  state: VoteState,
  /** Whether a reviewer must decide on the label of the shape, or on a recognition label of the object. */
  is_label_tied: z.boolean(),
  /** The shape that was merged from the members. */
  proposal: ProposedShape,
});
export type ShapeCluster = z.output<typeof ShapeCluster>;

const LabelVote = z.object({
  label: Id,
  /** Null if the label was deleted. */
  name: z.string().nullable(),
  users: z.array(Id),
  state: VoteState,
  /** Median of the values; null without values. */
  value: z.number().nullable(),
});
export type LabelVote = z.output<typeof LabelVote>;

/** A reviewer's decision on an item. */
export const Adjudication = z.object({
  /** Null if the account was deleted. */
  user: UserReference.nullable(),
  created: Timestamp,
  /** Number of shapes in the result, by the user who has drawn them. */
  from_users: z.record(z.string(), z.number().int()),
  /** Number of merged shapes and of shapes that the reviewer has edited. */
  from_proposal: z.number().int(),
  edited: z.number().int(),
});
export type Adjudication = z.output<typeof Adjudication>;

/** The work of all users on an item, merged into a proposal. */
export const DisputedItemDetails = z.object({
  image: Id,
  /** A hash that changes when a layer changes and when a reviewer decides. */
  version: z.string(),
  /** The layers in the order of completion. */
  layers: z.array(ItemLayer),
  /** Clusters with a tie come first, then the clusters with the lowest vote share. */
  clusters: z.array(ShapeCluster),
  labels: z.array(LabelVote),
  /** The last decision; null if there is none. */
  decision: Adjudication.nullable(),
});
export type DisputedItemDetails = z.output<typeof DisputedItemDetails>;

/** Index of a shape in a layer, or of a cluster in the clusters of an item. */
const Index = z.number().int().min(0).max(100_000);
const EditedShape = z.object({
  kind: z.enum(SHAPE_NAMES),
  label: Id.nullish(),
  /** Only points have a name. */
  name: Text(255).nullish(),
  data: z.array(z.number().min(-2_147_483_648).max(2_147_483_647)).max(20_000),
  rotated_box: RotatedBox.nullish(),
  mask: MaskData.nullish(),
  labels: z
    .array(z.object({ label: Id, value: z.number().nullable() }))
    .max(1000)
    .default([]),
  ...shapeAttributeFields,
});

const ChosenShape = z.discriminatedUnion('from', [
  /** `index`: position of the shape in the layer of the user. */
  z.object({ from: z.literal('layer'), user: Id, index: Index }),
  z.object({ from: z.literal('proposal'), cluster: Index }),
  z.object({ from: z.literal('edited'), shape: EditedShape }),
]);
export type ChosenShape = z.input<typeof ChosenShape>;

/** The result of one batch of a decision about many items. With `dry_run`, the expected result. */
export const AdjudicatedBatch = z.object({
  /** Images or groups with a decision. */
  adjudicated: z.array(Id),
  /** Number of shapes in the results of these images. */
  shapes: z.number().int(),
  /** Number of items with ties, which wait for a reviewer. */
  ties: z.number().int(),
  /** `after` for the next batch; null after the last batch. */
  next: z.string().nullable(),
});
export type AdjudicatedBatch = z.output<typeof AdjudicatedBatch>;

export const AdjudicateMatchingBody = z.object({
  /** Changes nothing and returns what would change. */
  dry_run: z.boolean().default(false),
  /** `next` of the previous batch. */
  after: z
    .string()
    .regex(/^\d{1,18}$/, 'must come from `next`')
    .nullish(),
  ...WorkspaceBody,
});

const service = 'annotate';
export const jobAdjudicationCalls = defineCalls({
  'GET /annotate/v2/imagejob/{id}/disputed/': {
    permission: 'review',
    summary: 'Items whose annotators disagree and that wait for a decision, largest difference first',
    service,
    query: z.object(ListQuery),
    response: Page(DisputedItem),
  },
  'GET /annotate/v2/imagejob/{id}/disputed-item': {
    permission: 'review',
    summary: 'The work of each annotator of an item, merged into a proposal',
    service,
    query: z.object({ image: Id.optional(), ...WorkspaceQuery }),
    response: z.object({
      /** Null if the request has no `image`, if there is no work to compare, or while the caller is annotating the image. */
      item: DisputedItemDetails.nullable(),
    }),
  },
  'POST /annotate/v2/imagejob/{id}/adjudicate': {
    permission: 'review',
    summary: 'Decide on an item: replaces the labels and shapes of the image with the chosen ones',
    service,
    body: z.object({
      item: Id,
      /** The version of the item on which the choice is based. 409 if it has changed. */
      version: Text(100),
      shapes: z.array(ChosenShape).max(10_000),
      labels: z.array(z.object({ label: Id, value: z.number().nullable() })).max(1000),
      ...WorkspaceBody,
    }),
    response: Adjudication,
  },
  'POST /annotate/v2/imagejob/{id}/adjudicate-matching': {
    permission: 'review',
    summary: 'Accept the proposals of all items without ties, batch by batch',
    service,
    body: AdjudicateMatchingBody,
    response: AdjudicatedBatch,
  },
});
