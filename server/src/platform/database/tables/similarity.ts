import type { Generated } from 'kysely';
import type { Json, Link, CreatedTimestamp, Version, WorkspaceRow } from './columns';

export interface SimilarityTables {
  similarity_type: WorkspaceRow & {
    name: string;
    created: CreatedTimestamp;
    version: Version;
  };

  similarity_task_type: Link & {
    task_id: string;
    type_id: string;
  };

  similarity_group: WorkspaceRow & {
    name: string;
    description: Generated<string>;
    type_id: string | null;
    test_group: Generated<boolean>;
    meta_data: Json;
    created: CreatedTimestamp;
    version: Version;
  };

  group_image: Link & {
    group_id: string;
    image_id: string;
  };

  group_object: Link & {
    group_id: string;
    object_id: string;
  };

  group_group: Link & {
    parent_id: string;
    child_id: string;
  };

  similarity_verification: WorkspaceRow & {
    group_id: string;
    user_id: string;
    created: CreatedTimestamp;
  };
}
