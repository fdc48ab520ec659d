import type { Generated, GeneratedAlways } from 'kysely';
import type { RemarkState } from '@console/shared-contract/api';
import type { Json, Link, CreatedTimestamp, Version, WorkspaceRow } from './columns';

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
  };

  /** Settings of a workspace. A workspace without a row has the default values. */
  quality_settings: {
    workspace_id: string;
    /** Initial values of the form for new jobs. */
    todo_number: Generated<number>;
    randomize: Generated<boolean>;
    auto_complete: Generated<boolean>;
    instructions: Generated<string>;
    /** Percentage of the completed images of a job that reviewers get. */
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
    created: CreatedTimestamp;
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
    taken: CreatedTimestamp;
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
    /** 0 in comparisons of earlier releases, like the next one. */
    same_attributes: Generated<number>;
    all_attributes: Generated<number>;
    /** Null without skeletons, and in comparisons of earlier releases. */
    skeletons: Json | null;
    /** The following columns are null in comparisons of earlier releases. Sum of the similarities of matched shapes. */
    similarity: number | null;
    /** `[first label, second label, count]` of shapes that match regardless of their labels. */
    label_pairs: Json | null;
    /** Ids of labels of any kind that differ. They can be deleted. */
    differing_labels: string[] | null;
    /** `[label, matched shapes, shapes of both users, sum of the similarities of the matched ones]`. */
    label_counts: Json | null;
    /** Positions in both snapshots of shapes that match regardless of their labels. */
    shape_matches: Json | null;
  };
}
