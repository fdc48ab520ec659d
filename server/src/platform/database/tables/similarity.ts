import type { Generated } from 'kysely';
import type { Json, Link, CreatedTimestamp, Version, WorkspaceRow } from './columns';

export interface SimilarityTypeTable extends WorkspaceRow {
  name: string;
  created: CreatedTimestamp;
  version: Version;
}

export interface SimilarityTaskTypeTable extends Link {
  task_id: string;
  type_id: string;
}

export interface SimilarityGroupTable extends WorkspaceRow {
  name: string;
  description: Generated<string>;
  type_id: string | null;
  test_group: Generated<boolean>;
  meta_data: Json;
  created: CreatedTimestamp;
  version: Version;
}

export interface GroupImageTable extends Link {
  group_id: string;
  image_id: string;
}

export interface GroupObjectTable extends Link {
  group_id: string;
  object_id: string;
}

export interface GroupGroupTable extends Link {
  parent_id: string;
  child_id: string;
}

export interface SimilarityVerificationTable extends WorkspaceRow {
  group_id: string;
  user_id: string;
  created: CreatedTimestamp;
}
