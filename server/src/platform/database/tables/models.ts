import type { SuspectKind, SuspectState } from '@console/shared-contract/api';
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
  /** When a user reverted from a newer model to this one. */
  taken_back: Generated<Date | null>;
}

export interface ModelTables {
  recognition_model: ModelTable;
  detection_model: ModelTable;

  segmentation_model: ModelTable;

  /** An immutable snapshot of images with their annotations. */
  dataset_version: WorkspaceRow & {
    /** Null for a snapshot created by a training. */
    name: string | null;
    pictures: Generated<number>;
    state: Generated<'making' | 'ready' | 'failed'>;
    error: Generated<string | null>;
    labels: ColumnType<unknown, string | null | undefined, string | null>;
    made_for: ColumnType<unknown, string | null | undefined, string | null>;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  dataset_picture: {
    dataset_id: string;
    place: number;
    image_id: string;
    img_key: string;
    img_width: number;
    img_height: number;
    test_image: boolean;
    annotations: Json;
    picture: ColumnType<unknown, string | null | undefined, string | null>;
  };

  /** Predictions of the newest model of one task. There is one run per task, and a new run overwrites its rows. */
  prediction_run: WorkspaceRow & {
    recognition_task_id: Generated<string | null>;
    detection_task_id: Generated<string | null>;
    segmentation_task_id: Generated<string | null>;
    model_id: string;
    work_id: string | null;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  image_prediction: {
    run_id: string;
    image_id: string;
    model_id: string;
    said: Json;
    uncertainty: number | null;
    created: CreatedTimestamp;
  };

  suspect: WorkspaceRow & {
    run_id: string;
    image_id: string;
    kind: SuspectKind;
    shape_id: string | null;
    label_id: string | null;
    said_label_id: string | null;
    said: Json;
    sureness: number;
    state: Generated<SuspectState>;
    decided: Date | null;
    decided_by: string | null;
    created: CreatedTimestamp;
  };
}
