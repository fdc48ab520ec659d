import type { TrainStatus } from '../../../platform/database/tables/models';
import type { ModelScores, TrainingProgress } from '@console/shared-contract/api';
import type { TaskLabel } from '../../learning/dataset';
import type { ModelDomain } from './kinds';

/** An image to predict, with the other fields of the caller's record, such as `_objects`. */
export interface ImageRecord {
  /** The complete image file in base64. */
  _base64: string;
  [field: string]: unknown;
}

export type NamedLabel = TaskLabel;

/** The dataset version of a training on an external model server. */
export interface TrainingDataset {
  version: string;
  /** Numbers of training images and of TEST images. */
  train: number;
  test: number;
  /** URL of its examples, or a path on the console. */
  url: string;
}

/** A request to an external model server to train a model. */
export interface TrainingRequest {
  domain: ModelDomain;
  /** Id of the model, which also identifies its training: repeated requests start only one training. */
  model: string;
  workspace: string;
  task: { id: string; name: string; type?: string; labels: readonly NamedLabel[] };
  trainingParams: unknown;
  dataset: TrainingDataset;
}

/** State of a training on an external model server. */
export interface TrainingState {
  train_status: TrainStatus;
  /** Why the training failed, as a message for the user. */
  error: string | null;
  /** Mean average precision, 0 to 1; null if it was not measured. */
  map: number | null;
  /** Progress of the training, if the server reports it. */
  progress?: TrainingProgress | null;
  /** Measured quality of the trained model, if the server reports it. */
  scores?: ModelScores | null;
}

/** A request to run a model on some images. */
export interface PredictionRequest {
  task: string;
  model: string;
  labels: readonly NamedLabel[];
  records: readonly ImageRecord[];
}

/** A predicted label. Probabilities are 0 to 1. `value` is set for labels of type value. */
export type PredictedLabel = { id: string; prob: number; value?: number | null; deviation?: number | null };

/**
 * A detected object. `bound_box` is x1, y1, x2, y2 in pixels of the image after EXIF rotation. A skeleton also has `points`: x, y and the
 * confidence of each point of the label's template.
 */
export type PredictedObject = { id: string; prob: number; bound_box: number[]; points?: number[][] };

/** A detected object with its outline: x, y, x, y ... in pixels of the image after EXIF rotation. */
export type PredictedPolygon = PredictedObject & { polygon: number[] };

/** One entry per record, in the same order; null for an image that the back end could not read. */
export type Predictions<T> = (T[] | null)[];

/** A request for the descriptors of images. */
interface DescriptorRequest {
  workspaceId: string;
  /** Id of a similarity task, if the caller has chosen one. */
  task: string | null;
  records: readonly ImageRecord[];
}

/**
 * Runs models. Results have one entry per record, in the order of the records, with labels of the request only. All methods
 * throw an HttpError with a message for the user: 502 or 504 if the back end fails.
 */
export interface ModelBackEnd {
  /** `signal` aborts the call, which then throws the reason of the signal. */
  classify: (request: PredictionRequest, signal?: AbortSignal) => Promise<Predictions<PredictedLabel>>;
  detect: (request: PredictionRequest) => Promise<Predictions<PredictedObject>>;
  segment: (request: PredictionRequest) => Promise<Predictions<PredictedPolygon>>;
  computeDescriptors: (request: DescriptorRequest) => Promise<({ descriptor: number[] } | null)[]>;
  /**
   * Runs a labelling flow, which determines the fields of the results. Null if the server must call the back end for each task
   * of a flow.
   */
  runFlow:
    | ((flow: { id: string; json_data: unknown }, records: readonly ImageRecord[]) => Promise<(Record<string, unknown> | null)[]>)
    | null;
}

/** A model file. `bytes` can be read only once. */
export interface ModelFile {
  contentType: 'application/zip' | 'application/octet-stream';
  bytes: AsyncIterable<Uint8Array>;
}

/** An external back end, which also trains models. The server polls it for the state of a training. */
export interface ExternalBackEnd extends ModelBackEnd {
  startTraining: (request: TrainingRequest) => Promise<TrainingState>;
  /** Returns null if the back end does not know the model. */
  getTrainingState: (domain: ModelDomain, model: string) => Promise<TrainingState | null>;
  /** Asks the back end to stop a training. Does nothing if it cannot, or does not know the model. */
  cancelTraining: (domain: ModelDomain, model: string) => Promise<void>;
  /** Opens the file of a trained model for download. Returns null if the back end does not provide it. */
  openModelFile: (domain: ModelDomain, model: string) => Promise<ModelFile | null>;
}
