import type { Generated } from 'kysely';
import type { CreatedTimestamp, Json, WorkspaceRow } from './columns';

export interface GoldTables {
  /** A gold-standard item: the known result for an image or a group. It is hidden from annotators, and their work is compared with it. */
  gold_item: WorkspaceRow & {
    domain: 'detection' | 'segmentation' | 'recognition' | 'similarity';
    task_id: string;
    /** Null for a group. */
    image_id: string | null;
    /** Null for an image. */
    group_id: string | null;
    revision: Generated<number>;
    /** The annotations in the format of `item_snapshot`, with labels of the task only. */
    labels: Json;
    shapes: Json;
    /** Members of the group, as `WorkMember`. */
    members: Json;
    /** 1 / probability with which a random sample contains the image. It is 1 for images that a user has selected. */
    weight: Generated<number>;
    source: 'selection' | 'adjudication' | 'sample';
    created: CreatedTimestamp;
    created_by: string | null;
    retired: Date | null;
    retired_reason: string | null;
  };

  /** An image or group of a sample that an expert annotates in the job before it becomes a gold-standard item. */
  gold_sample: {
    id: Generated<string>;
    job_id: string;
    /** Null for a group. */
    image_id: string | null;
    /** Null for an image. */
    group_id: string | null;
    workspace_id: string;
    domain: 'detection' | 'segmentation' | 'recognition' | 'similarity';
    task_id: string;
    /** 1 / probability with which the sample contains the image or group. */
    weight: number;
    created: CreatedTimestamp;
  };

  /** A revision of a gold item. The current one is included. */
  gold_revision: {
    gold_id: string;
    revision: number;
    workspace_id: string;
    labels: Json;
    shapes: Json;
    members: Json;
    created: CreatedTimestamp;
    created_by: string | null;
    reason: string | null;
  };

  /** A layer: an annotator's own copy of the members of a group in an open job with gold items. */
  group_layer: WorkspaceRow & {
    job_id: string;
    item_id: string;
    group_id: string;
    user_id: string;
    verified: Date | null;
    created: CreatedTimestamp;
  };

  /** A member of a layer, or a member of the group that the annotator has removed from the layer. */
  group_layer_member: {
    layer_id: string;
    workspace_id: string;
    kind: 'image' | 'object' | 'group';
    member_id: string;
    /** The member itself if it is an image, otherwise the image of the object. */
    image_id: string | null;
    /** Whether the group itself had the member when it was last compared with the layer. */
    is_original: boolean;
    is_member: boolean;
    created: CreatedTimestamp;
  };

  /** A user who has seen the annotations of a gold item, and therefore never receives this item. */
  gold_exposure: {
    gold_id: string;
    user_id: string;
    workspace_id: string;
    reason: 'annotated' | 'opened' | 'read';
    created: CreatedTimestamp;
  };

  /** The result of comparing the work of a user on a gold item with one revision of the item. */
  gold_score: {
    gold_id: string;
    user_id: string;
    job_id: string;
    item_id: string;
    workspace_id: string;
    revision: number;
    scored: CreatedTimestamp;
    weight: number;
    /** Counts of matched, missing and extra shapes, as `ImageCounts`. */
    counts: Json;
    /** The same counts by the id of the label. */
    label_counts: Json;
    differences: Json;
  };
}
