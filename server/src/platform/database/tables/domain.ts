import type { Generated, ColumnType } from 'kysely';
import type { DeletedRowTable, Json, Link, CreatedTimestamp, Version, WorkspaceRow } from './columns';
import type {
  DataImportTable,
  ImportFileTable,
  ImportItemTable,
  ImportNamedTable,
  ImportPartTable,
  ImportShapeTable,
} from './imports';
import type {
  AnnotationJobTable,
  ItemComparisonTable,
  ItemSnapshotTable,
  ItemWorkTable,
  JobAssigneeTable,
  JobItemTable,
  JobRecognitionTaskTable,
  JobRemarkTable,
} from './jobs';
import type {
  ModelTable,
  DatasetVersionTable,
  DatasetPictureTable,
  PredictionRunTable,
  ImagePredictionTable,
  SuspectTable,
} from './models';
import type {
  ProductCollectionTable,
  ProductSetTable,
  ProductTable,
  ProductImageTable,
  PriceSourceOrCompanyTable,
  PriceTable,
  ProductShapeTable,
} from './product';
import type { EmbeddingDueTable, EmbeddingTable, SimilarLikenessTable } from './similar';
import type {
  SimilarityTypeTable,
  SimilarityTaskTypeTable,
  SimilarityGroupTable,
  GroupImageTable,
  GroupObjectTable,
  GroupGroupTable,
  SimilarityVerificationTable,
} from './similarity';

export interface WorkspaceCounterTable {
  workspace_id: string;
  kind: 'image' | 'object';
  next_seq: Generated<number>;
  last_created: CreatedTimestamp;
}

export interface TrainingImageTable extends WorkspaceRow {
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
  real: Generated<boolean>;
  test_image: Generated<boolean>;
  created: Date;
  created_by: string | null;
  /** The user who last changed the meta data. */
  meta_changed_by: Generated<string | null>;
  version: Version;
}

export interface ImageVerificationTable extends WorkspaceRow {
  image_id: string;
  user_id: string;
  created: CreatedTimestamp;
}

export interface PointTable extends WorkspaceRow {
  image_id: string;
  name: string;
  data: number[];
  meta_data: Json;
  created: CreatedTimestamp;
  changed_by: Generated<string | null>;
  version: Version;
}

export type RecognitionTaskType = 'multi_class' | 'multi_label' | 'regression';
export type RecognitionLabelType = 'category' | 'tag' | 'value' | 'plain';

export interface RecognitionTaskTable extends WorkspaceRow {
  name: string;
  description: Generated<string>;
  type: Generated<RecognitionTaskType>;
  production_version: Generated<number>;
  training_params: Json;
  created: CreatedTimestamp;
  version: Version;
}

export interface RecognitionLabelTable extends WorkspaceRow {
  name: string;
  description: Generated<string>;
  output_name: string | null;
  type: Generated<RecognitionLabelType>;
  color: string | null;
  step_value: number | null;
  min_value: number | null;
  max_value: number | null;
  negative_for_task: string | null;
  created: CreatedTimestamp;
  version: Version;
}

export interface TaskLabelTable extends Link {
  task_id: string;
  label_id: string;
}

export interface ImageLabelTable extends Link {
  image_id: string;
  label_id: string;
  value: number | null;
}

export interface ObjectLabelTable extends Link {
  object_id: string;
  label_id: string;
  value: number | null;
}

/** A task of detection, segmentation or similarity. */
export interface PlainTaskTable extends WorkspaceRow {
  name: string;
  description: Generated<string>;
  training_params: Json;
  created: CreatedTimestamp;
  version: Version;
}

/** A label of detection or segmentation. */
export interface ColorLabelTable extends WorkspaceRow {
  name: string;
  output_name: string | null;
  color: Generated<string>;
  created: CreatedTimestamp;
  version: Version;
}

export interface TaskNegativeImageTable extends Link {
  task_id: string;
  image_id: string;
}

export interface DetectionObjectTable extends WorkspaceRow {
  seq: number;
  image_id: string;
  detection_label_id: string;
  data: number[];
  thumb_token: Generated<string>;
  thumb_key: string | null;
  meta_data: Json;
  created: Date;
  created_by: string | null;
  changed_by: Generated<string | null>;
  version: Version;
}

export interface PolygonTable extends WorkspaceRow {
  image_id: string;
  segmentation_label_id: string;
  data: number[];
  bbox: number[];
  meta_data: Json;
  created: CreatedTimestamp;
  created_by: string | null;
  changed_by: Generated<string | null>;
  version: Version;
}

export interface DeletedShapeTable {
  id: string;
  kind: 'detection_object' | 'polygon' | 'point';
  workspace_id: string;
  image_id: string;
  shape: Json;
  links: Json;
  deleted_at: CreatedTimestamp;
  deleted_by: string | null;
}

export interface FlowTable extends WorkspaceRow {
  name: string;
  description: Generated<string>;
  json_data: Json;
  created: CreatedTimestamp;
  version: Version;
}

export interface EvaluationTable extends WorkspaceRow {
  created: CreatedTimestamp;
  created_by: string | null;
  result: Json;
  of_task: Generated<string | null>;
  work_id: Generated<string | null>;
}

/** A task at the time of its evaluation, and the evaluated model. */
export interface EvaluationTaskTable {
  evaluation_id: string;
  task_id: string;
  domain: 'recognition' | 'detection' | 'segmentation';
  type: RecognitionTaskType | null;
  name: string;
  model_id: string | null;
  model_number: number | null;
  threshold: number;
  labels: Json;
}

/** The annotations and the model's predictions for one image at the time of the evaluation. */
export interface EvaluationPictureTable {
  evaluation_id: string;
  task_id: string;
  image_id: string;
  truth: Json;
  said: Json;
}

export interface PredictionTable extends WorkspaceRow {
  image_id: string;
  task_id: string;
  model_id: string | null;
  labels: ColumnType<unknown, string, string>;
  created: CreatedTimestamp;
}

/** The request that belongs to the URL of an export. */
export interface ExportOrderTable extends WorkspaceRow {
  created_by: string;
  input: Json;
  created: CreatedTimestamp;
}

export interface LongWorkTable extends WorkspaceRow {
  kind: string;
  input: Json;
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>;
  progress_done: Generated<number>;
  progress_total: number | null;
  result: ColumnType<unknown, string | null | undefined, string | null>;
  error: string | null;
  /** Number of the current attempt. */
  attempt: Generated<number>;
  /** Number of servers that died during it since its last completed step. */
  attempts: Generated<number>;
  cancel_requested: Generated<boolean>;
  created: CreatedTimestamp;
  created_by: string | null;
  finished: Date | null;
}

export interface FacetTable {
  workspace_id: string;
  kind: string;
  ref: string;
  chunk: number;
  bits: string;
}

export interface DomainTables {
  workspace_counter: WorkspaceCounterTable;
  training_image: TrainingImageTable;
  image_verification: ImageVerificationTable;
  point: PointTable;
  recognition_task: RecognitionTaskTable;
  recognition_label: RecognitionLabelTable;
  recognition_task_label: TaskLabelTable;
  recognition_model: ModelTable;
  dataset_version: DatasetVersionTable;
  dataset_picture: DatasetPictureTable;
  prediction_run: PredictionRunTable;
  image_prediction: ImagePredictionTable;
  suspect: SuspectTable;
  image_label: ImageLabelTable;
  detection_task: PlainTaskTable;
  detection_label: ColorLabelTable;
  detection_task_label: TaskLabelTable;
  detection_label_recognition_task: TaskLabelTable;
  detection_task_negative_image: TaskNegativeImageTable;
  detection_model: ModelTable;
  detection_object: DetectionObjectTable;
  deleted_shape: DeletedShapeTable;
  object_label: ObjectLabelTable;
  segmentation_task: PlainTaskTable;
  segmentation_label: ColorLabelTable;
  segmentation_task_label: TaskLabelTable;
  segmentation_model: ModelTable;
  polygon: PolygonTable;
  similarity_type: SimilarityTypeTable;
  similarity_task: PlainTaskTable;
  similarity_task_type: SimilarityTaskTypeTable;
  similarity_group: SimilarityGroupTable;
  deleted_group: DeletedRowTable;
  group_image: GroupImageTable;
  group_object: GroupObjectTable;
  group_group: GroupGroupTable;
  similarity_verification: SimilarityVerificationTable;
  embedding: EmbeddingTable;
  embedding_due: EmbeddingDueTable;
  similar_likeness: SimilarLikenessTable;
  flow: FlowTable;
  annotation_job: AnnotationJobTable;
  job_recognition_task: JobRecognitionTaskTable;
  job_item: JobItemTable;
  item_work: ItemWorkTable;
  job_assignee: JobAssigneeTable;
  job_remark: JobRemarkTable;
  item_snapshot: ItemSnapshotTable;
  item_comparison: ItemComparisonTable;
  product_collection: ProductCollectionTable;
  product_set: ProductSetTable;
  product: ProductTable;
  product_image: ProductImageTable;
  product_shape: ProductShapeTable;
  deleted_product: DeletedRowTable;
  price_source: PriceSourceOrCompanyTable;
  grade_company: PriceSourceOrCompanyTable;
  price: PriceTable;
  evaluation: EvaluationTable;
  evaluation_task: EvaluationTaskTable;
  evaluation_picture: EvaluationPictureTable;
  prediction: PredictionTable;
  long_work: LongWorkTable;
  export_order: ExportOrderTable;
  data_import: DataImportTable;
  import_file: ImportFileTable;
  import_part: ImportPartTable;
  import_item: ImportItemTable;
  import_shape: ImportShapeTable;
  import_named: ImportNamedTable;
  facet: FacetTable;
}
