import type { AnnotationSource } from '@console/shared-contract/api';
import type { GroupRules } from '@console/shared-contract/group-rules';
import type { QualityRule, QualityRules, RuleKind, RuleLevel } from '@console/shared-contract/quality-rules';
import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import type { Generated, ColumnType } from 'kysely';
import type { Json, Link, CreatedTimestamp, NullableJson, Version, WorkspaceRow } from './columns';
import type { CommentTables } from './comments';
import type { GoldTables } from './gold';
import type { ImportTables } from './imports';
import type { JobTables } from './jobs';
import type { ModelTables } from './models';
import type { ProductTables } from './product';
import type { ShapeTables } from './shapes';
import type { SimilarItemTables } from './similar';
import type { SimilarityTables } from './similarity';

export type RecognitionTaskType = 'multi_class' | 'multi_label' | 'regression';
export type RecognitionLabelType = 'category' | 'tag' | 'value' | 'plain';

interface TaskLabelTable extends Link {
  task_id: string;
  label_id: string;
}

/** The columns that tasks of detection, segmentation and similarity share. */
interface PlainTaskTable extends WorkspaceRow {
  name: string;
  description: Generated<string>;
  training_params: Json;
  created: CreatedTimestamp;
  version: Version;
}

/** A task with rules that are checked before an image is verified. */
interface RuleTaskTable extends PlainTaskTable {
  rules: ColumnType<QualityRules, string | undefined, string>;
}

/** A label of detection or segmentation. */
interface ColorLabelTable extends WorkspaceRow {
  name: string;
  output_name: string | null;
  color: Generated<string>;
  /** The key that chooses the label on the image screen. A trigger sets it for new labels. */
  key: Generated<string | null>;
  /** The attributes that the label declares for its shapes. */
  attributes: ColumnType<AttributeDefinition[], string | undefined, string>;
  created: CreatedTimestamp;
  version: Version;
}

export interface DomainTables
  extends
    CommentTables,
    GoldTables,
    ImportTables,
    JobTables,
    ModelTables,
    ProductTables,
    ShapeTables,
    SimilarItemTables,
    SimilarityTables {
  /** Counts the images or objects that a workspace has ever had. */
  workspace_counter: {
    workspace_id: string;
    kind: 'image' | 'object';
    /** The next number. See `seq` of images and objects. */
    next_seq: Generated<number>;
    last_created: CreatedTimestamp;
  };

  training_image: WorkspaceRow & {
    /**
     * Number in order of creation within the workspace. It is also the position of the row's bit in the table `facet`, the search index.
     */
    seq: number;
    img_key: string;
    thumb_key: string;
    display_key: string | null;
    mask_key: string | null;
    content_type: string;
    content_hash: string;
    img_width: number;
    img_height: number;
    /** File name. A trigger copies it to `meta_data`. */
    name: Generated<string | null>;
    meta_data: Json;
    /** False for synthetic images. */
    real: Generated<boolean>;
    test_image: Generated<boolean>;
    created: Date;
    created_by: string | null;
    /** The user who last changed the meta data. */
    meta_changed_by: Generated<string | null>;
    version: Version;
  };

  image_verification: WorkspaceRow & {
    image_id: string;
    user_id: string;
    created: CreatedTimestamp;
    /** The user states that the image has nothing to annotate. It applies while the image has no shapes. */
    nothing_to_annotate: Generated<boolean>;
    /** The model whose predictions were accepted without a review. Null if the user has verified the image. */
    model_id: Generated<string | null>;
  };

  /** A violation of a rule of a task when the image was last checked. */
  rule_violation: WorkspaceRow & {
    image_id: string;
    detection_task_id: string | null;
    segmentation_task_id: string | null;
    recognition_task_id: string | null;
    rule: QualityRule;
    level: RuleLevel;
    shape_kind: RuleKind | null;
    shape_id: string | null;
    created: CreatedTimestamp;
  };

  recognition_task: WorkspaceRow & {
    name: string;
    description: Generated<string>;
    type: Generated<RecognitionTaskType>;
    production_version: Generated<number>;
    training_params: Json;
    rules: ColumnType<QualityRules, string | undefined, string>;
    created: CreatedTimestamp;
    version: Version;
  };

  recognition_label: WorkspaceRow & {
    name: string;
    description: Generated<string>;
    output_name: string | null;
    type: Generated<RecognitionLabelType>;
    color: string | null;
    /** The key that chooses the label on the image screen. A trigger sets it for new labels. */
    key: Generated<string | null>;
    step_value: number | null;
    min_value: number | null;
    max_value: number | null;
    negative_for_task: string | null;
    created: CreatedTimestamp;
    version: Version;
  };
  recognition_task_label: TaskLabelTable;

  detection_task_label: TaskLabelTable;
  detection_label_recognition_task: TaskLabelTable;

  segmentation_task_label: TaskLabelTable;

  image_label: Link & {
    image_id: string;
    label_id: string;
    value: number | null;
    /** Null if a user has set the label. */
    source: Generated<AnnotationSource | null>;
    /** Id of the model that set the label, until a user changes it. */
    model_id: Generated<string | null>;
    /** Probability according to this model, 0 to 1. */
    score: Generated<number | null>;
  };

  object_label: Link & {
    object_id: string;
    label_id: string;
    value: number | null;
    /** Null if a user has set the label. */
    source: Generated<AnnotationSource | null>;
  };
  detection_task: RuleTaskTable;
  segmentation_task: RuleTaskTable;
  similarity_task: PlainTaskTable & {
    rules: ColumnType<GroupRules, string | undefined, string>;
  };

  detection_label: ColorLabelTable & {
    /** The points of its skeletons. Null if it has no skeletons. */
    skeleton: NullableJson;
  };
  segmentation_label: ColorLabelTable;

  detection_task_negative_image: Link & {
    task_id: string;
    image_id: string;
  };

  flow: WorkspaceRow & {
    name: string;
    description: Generated<string>;
    /** The graph of actions. */
    json_data: Json;
    created: CreatedTimestamp;
    version: Version;
  };

  evaluation: WorkspaceRow & {
    created: CreatedTimestamp;
    created_by: string | null;
    result: Json;
    /** Set if the evaluation belongs to one task: the id of this task. */
    of_task: Generated<string | null>;
    /** The background work that computes the evaluation. */
    work_id: Generated<string | null>;
  };

  /** A task as it was when it was evaluated, and the evaluated model. */
  evaluation_task: {
    evaluation_id: string;
    task_id: string;
    domain: 'recognition' | 'detection' | 'segmentation';
    type: RecognitionTaskType | null;
    name: string;
    model_id: string | null;
    model_number: number | null;
    threshold: number;
    labels: Json;
    /** The measures of the model with intervals, or null while it is evaluated and for evaluations of earlier releases. */
    quality: Generated<unknown>;
  };

  /** The annotations and the model's predictions for one image at the time of the evaluation. */
  evaluation_picture: {
    evaluation_id: string;
    task_id: string;
    image_id: string;
    /** The annotations. */
    truth: Json;
    /** The predictions. */
    said: Json;
  };

  prediction: WorkspaceRow & {
    image_id: string;
    task_id: string;
    model_id: string | null;
    labels: ColumnType<unknown, string, string>;
    created: CreatedTimestamp;
  };

  /** A request for an export. Each has its own URL. */
  export_order: WorkspaceRow & {
    created_by: string;
    input: Json;
    created: CreatedTimestamp;
    /** When the files of the export were complete for the first time. */
    finished: Date | null;
  };

  long_work: WorkspaceRow & {
    kind: string;
    input: Json;
    state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>;
    progress_done: Generated<number>;
    progress_total: number | null;
    result: ColumnType<unknown, string | null | undefined, string | null>;
    error: string | null;
    /** Number of the current attempt. */
    attempt: Generated<number>;
    /** Number of servers that died while running the work, counted since its last completed step. */
    attempts: Generated<number>;
    cancel_requested: Generated<boolean>;
    created: CreatedTimestamp;
    created_by: string | null;
    finished: Date | null;
  };

  /** A chunk of the bitmap of one facet, a property by which images or objects are searched (ADR 0008). */
  facet: {
    workspace_id: string;
    kind: string;
    /** The label, job or task of the facet, or the nil UUID for flags. */
    ref: string;
    chunk: number;
    bits: string;
  };

  /** A chunk of one slice of the file name signatures, which narrow searches by a part of the name (ADR 0008). */
  file_name_slice: {
    workspace_id: string;
    /** Hash of a part of a name, or -1 for the slice of images whose names the other slices contain. */
    slice: number;
    chunk: number;
    bits: string;
  };
}
