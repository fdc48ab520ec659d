import type { ColumnType, Generated } from 'kysely';
import type { Json, CreatedTimestamp, WorkspaceRow } from './columns';

type ImportState = 'collecting' | 'reading' | 'planned' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone';
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;

export interface ImportTables {
  data_import: WorkspaceRow & {
    name: string;
    state: Generated<ImportState>;
    source: NullableJson;
    options: Json;
    plan: NullableJson;
    choices: NullableJson;
    result: NullableJson;
    made: Json;
    work_id: Generated<string | null>;
    began: Generated<Date | null>;
    error: Generated<string | null>;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  import_file: {
    id: Generated<string>;
    import_id: string;
    path: string;
    size: number;
    received: Generated<number>;
    created: CreatedTimestamp;
  };

  import_part: {
    id: Generated<string>;
    file_id: string | null;
    pending: string | null;
    part_key: string | null;
    start: number | null;
    size: number | null;
    created: CreatedTimestamp;
  };

  import_item: {
    import_id: string;
    n: number;
    path: string;
    source: NullableJson;
    hash: string | null;
    width: number | null;
    height: number | null;
    facts: NullableJson;
    image_id: string | null;
    outcome: 'new' | 'here' | 'missing' | 'unreadable' | 'added' | 'failed';
    done: Generated<boolean>;
    reason: string | null;
  };

  import_shape: {
    import_id: string;
    item: number;
    n: number;
    kind: 'box' | 'polygon' | 'point' | 'label';
    class: string;
    data: Json;
    made: string | null;
  };

  import_named: {
    import_id: string;
    kind: 'group' | 'job';
    said: string;
    n: number;
    name: string;
    data: Json;
    own: string;
    spare: string;
    made: string | null;
    is_new: Generated<boolean>;
  };
}
