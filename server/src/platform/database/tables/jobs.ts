import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AnnotationSource, MaskData, ModelOrigin, RemarkState } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { Json, Link, CreatedTimestamp, Version, WorkspaceRow } from './columns';
import type { ShapeName } from './shapes';

/** A recognition label in a user's own annotation layer. */
export interface LayerLabel {
  label: string;
  value: number | null;
  /** Absent if a user has set the label. */
  source?: AnnotationSource | undefined;
}

/**
 * A shape in a user's own annotation layer, in the format of snapshots of finished work. When the work is finished, it is
 * copied to a row of the image, so it also has the fields of such a row.
 */
export interface StoredLayerShape {
  id: string;
  version: number;
  created: string;
  kind: ShapeName;
  /** Null for a point. */
  label: string | null;
  /** Only points have a name. */
  name: string | null;
  data: number[];
  rotated_box: number[] | null;
  mask: MaskData | null;
  /** Null for a point. */
  attributes: ShapeAttributes | null;
  labels: LayerLabel[];
  meta_data?: unknown;
  /** Absent if a user has drawn the shape. */
  source?: AnnotationSource | undefined;
  /** The model that created the shape, until the user changes it. */
  prediction?: ModelOrigin | undefined;
}

export type JobType = 'image' | 'similarity';

export interface JobTables {
  annotation_job: WorkspaceRow & {
    type: JobType;
    name: string;
    description: Generated<string>;
    /** Number of users who must complete each item. */
    todo_number: Generated<number>;
    /** Whether annotators receive the items in random order. */
    randomize: Generated<boolean>;
    auto_complete: Generated<boolean>;
    done: Generated<boolean>;
    flow_id: string | null;
    /** The label that completed images get. */
    mark_done_label_id: string | null;
    created: CreatedTimestamp;
    created_by: string | null;
    version: Version;
    instructions: Generated<string>;
    /** Ratio of gold-standard items to all items of an annotator. Null for jobs without gold items. */
    gold_rate: number | null;
    /** Secret from which the positions of gold items are computed. */
    gold_seed: Generated<string>;
    /** Whether each user annotates a layer of their own, which other users do not see. */
    blind: Generated<boolean>;
    /** Maximum number of times that an annotator gets feedback on the same gold item; 0 for a job without feedback. */
    gold_feedback: Generated<number>;
    /** If the agreement of the users of an item is below this percentage, an additional user annotates it. Null: no additional users. */
    extra_threshold: number | null;
    /** Maximum number of users who annotate an item. Null: one more than `todo_number`. */
    max_people: number | null;
  };

  /** Settings of a workspace. A workspace without a row has the default values. */
  quality_settings: {
    workspace_id: string;
    /** Initial values of the form for new jobs. */
    todo_number: Generated<number>;
    randomize: Generated<boolean>;
    auto_complete: Generated<boolean>;
    instructions: Generated<string>;
    /** Percentage of the completed images of a job that reviewers see. */
    review_share: Generated<number>;
  };

  job_recognition_task: Link & {
    job_id: string;
    task_id: string;
  };

  job_assignee: Link & {
    job_id: string;
    user_id: string;
  };

  /** An image or a group of a job. */
  job_item: WorkspaceRow & {
    job_id: string;
    image_id: string | null;
    group_id: string | null;
    position: GeneratedAlways<number>;
    /** Random position, for jobs with `randomize`. */
    shuffle: Generated<number>;
    /** Number of users who have completed the item. */
    done_count: Generated<number>;
    /** Number of users whom the item needs in addition to `todo_number`. */
    extra_people: Generated<number>;
    created: CreatedTimestamp;
    /** The gold-standard item with which the work is compared. Null for ordinary items. */
    gold_id: string | null;
    /** When the layers of the users were merged into the image. Null in jobs without layers. */
    adopted: Date | null;
  };

  /** The work of one user on one item of a job with `blind`. Other users do not see it. */
  item_layer: WorkspaceRow & {
    job_id: string;
    item_id: string;
    user_id: string;
    labels: ColumnType<LayerLabel[], string | undefined, string>;
    shapes: ColumnType<StoredLayerShape[], string | undefined, string>;
    version: Version;
    created: CreatedTimestamp;
    updated: CreatedTimestamp;
  };

  /** An earlier state of a layer. */
  item_layer_version: {
    layer_id: string;
    workspace_id: string;
    version: number;
    created: Date;
    labels: ColumnType<LayerLabel[], string, string>;
    shapes: ColumnType<StoredLayerShape[], string, string>;
  };

  /** The work of one user on one item. */
  item_work: {
    item_id: string;
    user_id: string;
    job_id: string;
    workspace_id: string;
    /** Until when the item is reserved for the user. */
    leased_until: Date | null;
    done_at: Date | null;
    seconds: number | null;
    /** Position of the item in the order in which the user got items. Null in jobs without gold items. */
    position: number | null;
  };

  /** A remark of a reviewer. */
  job_remark: WorkspaceRow & {
    job_id: string;
    item_id: string;
    author_id: string;
    reviewer_id: string | null;
    text: string;
    data: number[] | null;
    state: Generated<RemarkState>;
    created: CreatedTimestamp;
    answered: Date | null;
    version: Version;
  };

  /** The annotations of an item when a user completed it. */
  item_snapshot: {
    item_id: string;
    user_id: string;
    job_id: string;
    workspace_id: string;
    labels: Json;
    shapes: Json;
    /** Members of a group, as `WorkMember`. */
    members: Json;
    taken: CreatedTimestamp;
  };

  /** The last decision of a reviewer on an item about which its users disagree. */
  item_adjudication: {
    item_id: string;
    job_id: string;
    workspace_id: string;
    user_id: string | null;
    created: CreatedTimestamp;
    /** Number of shapes in the result, by the user whose layer contains them. */
    from_users: Json;
    from_proposal: Generated<number>;
    edited: Generated<number>;
  };

  /** How far the snapshots of two users of an item agree. */
  item_comparison: {
    item_id: string;
    first_id: string;
    second_id: string;
    job_id: string;
    workspace_id: string;
    same_labels: number;
    all_labels: number;
    same_shapes: number;
    all_shapes: number;
    /** 0 in comparisons of earlier releases. The same applies to `all_attributes`. */
    same_attributes: Generated<number>;
    all_attributes: Generated<number>;
    /** Null without skeletons, and in comparisons of earlier releases. */
    skeletons: Json | null;
    /** Sum of the similarities of matched shapes. This and the following columns are null in comparisons of earlier releases. */
    similarity: number | null;
    /** `[first label, second label, count]` of shapes that match regardless of their labels. */
    label_pairs: Json | null;
    /** Ids of labels of any kind on which the users differ. Some of these labels may no longer exist. */
    differing_labels: string[] | null;
    /** `[label, matched shapes, shapes of both users, sum of the similarities of the matched shapes]`. */
    label_counts: Json | null;
    /** Positions in both snapshots of shapes that match regardless of their labels. */
    shape_matches: Json | null;
    /** `[label, first position, first value, second position, second value]` of label values, for pairs of matched objects. */
    value_pairs: Json | null;
  };
}
