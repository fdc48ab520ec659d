import type { Generated, GeneratedAlways } from 'kysely';
import type { RemarkState } from '@console/shared-contract/api';
import type { Json, Link, CreatedTimestamp, Version, WorkspaceRow } from './columns';

export type JobType = 'image' | 'similarity';

export interface AnnotationJobTable extends WorkspaceRow {
  type: JobType;
  name: string;
  description: Generated<string>;
  todo_number: Generated<number>;
  randomize: Generated<boolean>;
  auto_complete: Generated<boolean>;
  done: Generated<boolean>;
  flow_id: string | null;
  mark_done_label_id: string | null;
  created: CreatedTimestamp;
  created_by: string | null;
  version: Version;
  instructions: Generated<string>;
}

export interface JobRecognitionTaskTable extends Link {
  job_id: string;
  task_id: string;
}

export interface JobAssigneeTable extends Link {
  job_id: string;
  user_id: string;
}

export interface JobItemTable extends WorkspaceRow {
  job_id: string;
  image_id: string | null;
  group_id: string | null;
  position: GeneratedAlways<number>;
  shuffle: Generated<number>;
  done_count: Generated<number>;
  created: CreatedTimestamp;
}

export interface ItemWorkTable {
  item_id: string;
  user_id: string;
  job_id: string;
  workspace_id: string;
  leased_until: Date | null;
  done_at: Date | null;
  seconds: number | null;
}

export interface JobRemarkTable extends WorkspaceRow {
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
}

export interface ItemSnapshotTable {
  item_id: string;
  user_id: string;
  job_id: string;
  workspace_id: string;
  labels: Json;
  shapes: Json;
  taken: CreatedTimestamp;
}

export interface ItemComparisonTable {
  item_id: string;
  first_id: string;
  second_id: string;
  job_id: string;
  workspace_id: string;
  same_labels: number;
  all_labels: number;
  same_shapes: number;
  all_shapes: number;
}
