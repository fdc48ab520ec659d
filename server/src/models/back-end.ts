import type { TrainStatus } from '../database/tables/models';
import type { ModelDomain } from './kinds';

/** A picture to be judged, with whatever else the caller sent along, such as `_objects`. */
export interface PictureRecord {
  /** The whole file, in base64. */
  _base64: string;
  [field: string]: unknown;
}

export interface NamedLabel {
  id: string;
  name: string;
}

export interface TrainingOrder {
  domain: ModelDomain;
  /** The model's own id, by which its training is asked about; the same one twice is one training. */
  model: string;
  workspace: string;
  task: { id: string; name: string; type?: string; labels: readonly NamedLabel[] };
  trainingParams: unknown;
}

export interface TrainingState {
  train_status: TrainStatus;
  /** Why it failed, for a person. */
  error: string | null;
  /** Mean average precision, 0 to 1; null where none was measured. */
  map: number | null;
}

export interface Question {
  task: string;
  model: string;
  labels: readonly NamedLabel[];
  records: readonly PictureRecord[];
}

/** Probabilities are 0 to 1; `value` is of a label of type value. */
export type SaidLabel = { id: string; prob: number; value?: number | null; deviation?: number | null };

/** `bound_box` is x1, y1, x2, y2 in pixels of the upright picture. */
export type SaidObject = { id: string; prob: number; bound_box: number[] };

/** With its outline, x, y, x, y ... in pixels of the upright picture. */
export type SaidPolygon = SaidObject & { polygon: number[] };

/** One for each record, in their order; null for one whose picture the back end could not read. */
export type Said<T> = (T[] | null)[];

/**
 * What asks models. Answers come in the order of the records, one for each, about labels of the question
 * only. Every method throws an HttpError that a caller may read: 502 or 504 when the back end is at fault.
 */
export interface ModelBackEnd {
  /** `signal` ends the call, with its reason. */
  classify: (question: Question, signal?: AbortSignal) => Promise<Said<SaidLabel>>;
  detect: (question: Question) => Promise<Said<SaidObject>>;
  segment: (question: Question) => Promise<Said<SaidPolygon>>;
  describe: (task: string | null, records: readonly PictureRecord[]) => Promise<({ descriptor: number[] } | null)[]>;
  /** Runs a flow; what it says of a record is the flow's own. Null: it runs none, and is asked about the tasks of one. */
  process:
    | ((
        flow: { id: string; json_data: unknown },
        records: readonly PictureRecord[],
      ) => Promise<(Record<string, unknown> | null)[]>)
    | null;
}

/** A model as a file, which is read once. */
export interface ModelFile {
  contentType: 'application/zip' | 'application/octet-stream';
  bytes: AsyncIterable<Uint8Array>;
}

/** A back end outside, which trains too and is asked again and again how far it is. */
export interface OutsideBackEnd extends ModelBackEnd {
  startTraining: (order: TrainingOrder) => Promise<TrainingState>;
  /** Null: the back end knows no such model. */
  trainingState: (domain: ModelDomain, model: string) => Promise<TrainingState | null>;
  /** What a trained model is downloaded as. Null: the back end gives no files, or none of this model. */
  modelFile: (domain: ModelDomain, model: string) => Promise<ModelFile | null>;
}
