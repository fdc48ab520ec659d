import type { Generated } from 'kysely';
import type { Json, CreatedTimestamp, NullableJson, WorkspaceRow } from './columns';
import { SHAPE_TABLES, type ImportedKind } from './shapes';

type ImportState = 'collecting' | 'reading' | 'planned' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone';

/** Imported files can declare facts about rows of these tables, such as who annotated an image or shape. */
export const PROVENANCE_RELATIONS = ['training_image', 'similarity_group', ...SHAPE_TABLES] as const;
export type ProvenanceRelation = (typeof PROVENANCE_RELATIONS)[number];

export interface ImportTables {
  /** What an imported file declares about rows, such as who annotated them and when. The server cannot check it (ADR 0068). */
  declared_provenance: {
    workspace_id: string;
    import_id: string;
    /** The user who ran the import. Null if the operator did. */
    imported_by: string | null;
    imported: CreatedTimestamp;
    /** Path of the file that declares the facts. */
    file: string;
    relation: ProvenanceRelation;
    /** The image if the row is a shape, otherwise the row itself. */
    subject_id: string;
    row_ids: string[];
    /** The declared facts, such as users and times. */
    facts: Json;
  };

  data_import: WorkspaceRow & {
    name: string;
    state: Generated<ImportState>;
    /** The location from which the files are read, which the operator must allow. Null if the files are uploaded. */
    source: NullableJson;
    /** Options of the plan: the file format, and whether outlines become polygons, boxes or both. */
    options: Json;
    /** The preview: what the import would add. */
    plan: NullableJson;
    /** Choices of the user for the run, such as the tasks of new labels. */
    choices: NullableJson;
    result: NullableJson;
    /** Labels, tasks, groups and jobs that the import has created. */
    made: Json;
    /** The background work that plans, runs or undoes the import. */
    work_id: Generated<string | null>;
    /** When the run started. Null before that. */
    began: Generated<Date | null>;
    error: Generated<string | null>;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  /** An uploaded file of an import. */
  import_file: {
    id: Generated<string>;
    import_id: string;
    path: string;
    size: number;
    /** Number of bytes that were uploaded. */
    received: Generated<number>;
    created: CreatedTimestamp;
  };

  /** A part of an uploaded file, which is an object of the file store. */
  import_part: {
    id: Generated<string>;
    /** Null if the file was deleted and the object has yet to be deleted. */
    file_id: string | null;
    /** Key of the object while it is being written. */
    pending: string | null;
    /** Key of the object once it is part of the file. */
    part_key: string | null;
    /** Offset of its first byte in the file. */
    start: number | null;
    size: number | null;
    created: CreatedTimestamp;
  };

  /** An image that the files contain or refer to. */
  import_item: {
    import_id: string;
    /** Position in the files. */
    n: number;
    path: string;
    /** Location of the image among the files. Null if only annotations mention the image. */
    source: NullableJson;
    hash: string | null;
    width: number | null;
    height: number | null;
    /** What the files declare about the image, such as the TEST flag, meta data and verifications. */
    facts: NullableJson;
    image_id: string | null;
    /** The state `here` means that the workspace already has the image. */
    outcome: 'new' | 'here' | 'missing' | 'unreadable' | 'added' | 'failed';
    /** Whether the run has processed the image. */
    done: Generated<boolean>;
    reason: string | null;
  };

  /** An annotation in the files of an import. */
  import_shape: {
    import_id: string;
    /** Position of its image: `import_item.n`. */
    item: number;
    /** Position in the annotations of the image. */
    n: number;
    kind: ImportedKind | 'label';
    /** Name of the class in the files. */
    class: string;
    data: Json;
    /** Id of the created shape or of the added label. */
    made: string | null;
  };

  /** A group or job that the files of an import declare. */
  import_named: {
    import_id: string;
    kind: 'group' | 'job';
    /** Id in the files, or the name if they declare no id. */
    said: string;
    /** Position in the files. */
    n: number;
    name: string;
    data: Json;
    /** Id of the row in the workspace. It is derived from the files, so each import of them gets the same id. */
    own: string;
    /** Replaces `own` if a deleted row in the trash already has that id. */
    spare: string;
    /** Id of the row that this import created or found. It has no foreign key, because the row may be deleted. */
    made: string | null;
    /** Whether this import has created the row. */
    is_new: Generated<boolean>;
  };
}
