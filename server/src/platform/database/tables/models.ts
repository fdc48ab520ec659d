import type { Promotion, SuspectKind, SuspectState } from '@console/shared-contract/api';
import type { Generated, ColumnType } from 'kysely';
import type { Json, CreatedTimestamp, WorkspaceRow } from './columns';

export type TrainStatus = 'QUEUED' | 'TRAINING' | 'TRAINED' | 'FAILED' | 'CANCELLED';

export interface ModelTable extends WorkspaceRow {
  task_id: string;
  number: number;
  train_status: Generated<TrainStatus>;
  error: string | null;
  map: number | null;
  metrics: Json;
  training_params: Json;
  /** The zip file for download. */
  model_key: string | null;
  /** The model itself. Null unless this server trained it. */
  file_key: Generated<string | null>;
  dataset_id: Generated<string | null>;
  seed: Generated<number | null>;
  progress: ColumnType<unknown, string | null | undefined, string | null>;
  requested_by: string | null;
  created: CreatedTimestamp;
  finished: Date | null;
  /** When a user reverted from a newer model to this model. */
  taken_back: Generated<Date | null>;
  /**
   * True if the rule of the task has kept this model out of use after its training. A user can still promote the model, which sets
   * `taken_back`.
   */
  awaits_promotion: Generated<boolean>;
}

export interface ModelTables {
  recognition_model: ModelTable;
  detection_model: ModelTable;

  segmentation_model: ModelTable;

  /** The rule of a task: when a training starts automatically, and whether the new model is put into use. */
  training_rule: {
    workspace_id: string;
    domain: 'recognition' | 'detection' | 'segmentation';
    task_id: string;
    promotion: Promotion;
    after_job: boolean;
    every_pictures: number | null;
    schedule: 'daily' | 'weekly' | null;
    user_id: string | null;
  };

  /** An immutable snapshot of images with their annotations. */
  dataset_version: WorkspaceRow & {
    /** Null for a snapshot created by a training. */
    name: string | null;
    /** Number of images. */
    pictures: Generated<number>;
    state: Generated<'making' | 'ready' | 'failed'>;
    error: Generated<string | null>;
    labels: ColumnType<unknown, string | null | undefined, string | null>;
    /** The task and model whose training created the version. */
    made_for: ColumnType<unknown, string | null | undefined, string | null>;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  dataset_picture: {
    dataset_id: string;
    /** Position in the version. */
    place: number;
    image_id: string;
    img_key: string;
    img_width: number;
    img_height: number;
    test_image: boolean;
    annotations: Json;
    /** Data of the image besides its annotations, as in an export. */
    picture: ColumnType<unknown, string | null | undefined, string | null>;
  };

  /** Predictions of the newest model of one task. There is one run per task, and a new run overwrites its rows. */
  prediction_run: WorkspaceRow & {
    recognition_task_id: Generated<string | null>;
    detection_task_id: Generated<string | null>;
    segmentation_task_id: Generated<string | null>;
    model_id: string;
    /** The background work that predicts the images. */
    work_id: string | null;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  /** The prediction of a run for one image. */
  image_prediction: {
    run_id: string;
    image_id: string;
    model_id: string;
    /** The predicted labels or objects. */
    said: Json;
    /** 0 to 1. Null if the model gives none. */
    uncertainty: number | null;
    created: CreatedTimestamp;
  };

  /** An acceptance of predictions without a review, and the audit of a sample of them. */
  auto_acceptance: WorkspaceRow & {
    run_id: string;
    model_id: string;
    target_error: number;
    expected_error: number;
    /** The image job of the audit. */
    job_id: string;
    audit: Json;
    /** The annotations of the audited images by the id of the image, in the format of `item_snapshot`. */
    works: Generated<Json>;
    created: CreatedTimestamp;
  };

  /** A suspected label error: an annotation that contradicts the prediction of a model. */
  suspect: WorkspaceRow & {
    run_id: string;
    image_id: string;
    kind: SuspectKind;
    shape_id: string | null;
    label_id: string | null;
    /** The predicted label. */
    said_label_id: string | null;
    /** The prediction: the probability or value of the label, and the position of an object. */
    said: Json;
    /** How certain the error is: 0 to 1. */
    sureness: number;
    state: Generated<SuspectState>;
    /** When a user decided about the suspected error. */
    decided: Date | null;
    decided_by: string | null;
    created: CreatedTimestamp;
  };
}
