/** What the server tells the process that learns, and hears from it. Types alone. */

export type Domain = 'recognition' | 'detection' | 'segmentation';
export type RecognitionType = 'multi_class' | 'multi_label' | 'regression';

export interface Label {
  id: string;
  name: string;
}

/** A recognition label as the training knows it; `value` labels have their range. */
export interface RecognitionLabel extends Label {
  type?: 'category' | 'tag' | 'value';
  minValue?: number | null;
  maxValue?: number | null;
}

/** One picture with what people have said of it. Lengths are pixels of the upright picture. */
export interface Example {
  id: string;
  /** The picture's file on the local disk. */
  file: string;
  /** The part of the picture that the labels speak of, x1, y1, x2, y2; without, the whole. */
  part?: readonly number[];
  width: number;
  height: number;
  /** Held out from training, measured on. */
  isTest: boolean;
  /** Recognition labels; `value` for those of type value. */
  labels: { id: string; value: number | null }[];
  /** `box` is x1, y1, x2, y2. */
  boxes: { label: string; box: readonly [number, number, number, number] }[];
  /** `points` is x, y, x, y ... of a closed outline. */
  polygons: { label: string; points: readonly number[] }[];
}

export interface TrainOrder {
  domain: Domain;
  /** Of a recognition task. */
  type?: RecognitionType;
  labels: readonly RecognitionLabel[];
  /** The label of a recognition task that excludes all others. */
  negativeLabel?: string | null;
  /** Examples as JSON Lines. */
  manifest: string;
  /** Longer side that a picture is brought to, in pixels. */
  inputSize: number;
  /** The same order with the same seed gives the same model. */
  seed: number;
  /** A folder of this training alone: the model and what is cached go there, and a second attempt finds what the first has left. */
  folder: string;
}

export type Phase = 'reading' | 'features' | 'training' | 'testing' | 'writing';

export interface Progress {
  phase: Phase;
  done: number;
  total: number;
  loss?: number;
  /** Of the whole training. */
  secondsLeft?: number;
}

/** A measure that may be undefined: precision without predictions, recall without examples. */
export type Measure = number | null;

export interface LabelScore {
  id: string;
  precision: Measure;
  recall: Measure;
  /** Average precision at IoU 0.5 and 0.75; of detection and segmentation. */
  ap50?: Measure;
  ap75?: Measure;
  /** Mean absolute error; of values. */
  error?: Measure;
  /** Examples among the TEST pictures. */
  count: number;
}

export interface Scores {
  /** TEST pictures that were measured on. Without any, a part of the others was held out for it: `heldOut` says so. */
  pictures: number;
  heldOut: boolean;
  /** Mean average precision at IoU 0.5 and 0.75; of detection and segmentation. */
  map50: Measure;
  map75: Measure;
  /** Of recognition: the share of pictures whose labels are all said right. */
  accuracy: Measure;
  /** Mean absolute error over the values. */
  error: Measure;
  labels: LabelScore[];
}

/** All that is to be known of a model beside its file; kept as JSON. */
export interface ModelNotes {
  domain: Domain;
  type?: RecognitionType;
  labels: readonly RecognitionLabel[];
  inputSize: number;
  seed: number;
  /** Pictures trained on. */
  pictures: number;
  seconds: number;
  scores: Scores;
  /** What the domain needs for reading the model's answers. */
  decoding: Record<string, unknown>;
  notice: string;
}

/** `deviation`: how far off the value may be, in units of the value. */
export type SaidLabel = { id: string; prob: number; value?: number | null; deviation?: number };
export type SaidObject = { id: string; prob: number; bound_box: [number, number, number, number]; polygon?: number[] };

/** A model's file is written again from what its training had learned. */
export interface AssembleOrder {
  /** What a training has left as `learned.json`. */
  learned: string;
  /** The folder that the file is written to. */
  folder: string;
}

export interface AskOrder {
  /** Files of a model: the ONNX file and its notes. */
  model: string;
  notes: string;
  /** Files of pictures on the local disk. */
  pictures: string[];
  /** Of classify: what of each picture is looked at, x1, y1, x2, y2 in pixels of the upright picture; null is all of it. */
  boxes?: readonly (readonly number[] | null)[];
}

/** Which part of the embeddings counts. */
export type Likeness = 'colours' | 'features' | 'both';

/** Embeddings in a folder of their own. Ids are UUIDs. */
export interface IndexOrder {
  folder: string;
}
export interface PutOrder extends IndexOrder {
  /** Embeddings of known ids take the place of those before. */
  entries: readonly { id: string; embedding: Int8Array }[];
}
export interface DropOrder extends IndexOrder {
  /** Ids that are not known are passed over. */
  ids: readonly string[];
}
export interface NearestOrder extends IndexOrder {
  /** What is looked for: the embedding of an id of the index, which is then not among the answers, or one that is given. */
  to: { id: string } | { embedding: Int8Array };
  count: number;
  by: Likeness;
}
export interface CompareOrder extends IndexOrder {
  /** Ids that belong together, group by group. */
  groups: readonly (readonly string[])[];
}

/** `likeness` is the cosine of the part that was asked for, -1 to 1. By both, 0.97 and more is the same picture again. */
export type Neighbour = { id: string; likeness: number };

/** What the server sends. Each order gets its own number. */
export type Order =
  | { order: number; train: TrainOrder }
  | { order: number; assemble: AssembleOrder }
  | { order: number; classify: AskOrder }
  | { order: number; detect: AskOrder }
  /** Embeddings of pictures, or of boxes in them. */
  | { order: number; describe: { pictures: { file: string; boxes?: readonly (readonly number[])[] }[] } }
  /** How many embeddings a folder has; none where it is new, or was made by an embedding of another version. */
  | { order: number; open: IndexOrder }
  | { order: number; put: PutOrder }
  | { order: number; drop: DropOrder }
  | { order: number; nearest: NearestOrder }
  /** By which part the nearest of a thing is most often of its own group. */
  | { order: number; compare: CompareOrder };

export type Answer =
  | { trained: { model: string; notes: ModelNotes } }
  | { assembled: { model: string } }
  /** One for each picture; null for one that could not be read. */
  | { labels: (SaidLabel[] | null)[] }
  | { objects: (SaidObject[] | null)[] }
  /** For each picture its own embedding, or one for each of its boxes; int8. */
  /** Null for a picture that cannot be read. */
  | { embeddings: (Int8Array[] | null)[] }
  /** Embeddings that the index has now, and the version of the embeddings that `describe` makes. */
  | { count: number; version: number }
  | { nearest: Neighbour[] }
  /** The share of things whose nearest is of their group; null where no group has two. `best` is the most of them. */
  | { best: Likeness; recall: Record<Likeness, Measure> };

/** What the server hears. `ready` comes once, before the first answer. */
export type Report =
  | { ready: true }
  | { order: number; progress: Progress }
  | { order: number; done: Answer }
  /** In words for a person. */
  | { order: number; refused: string }
  | { order: number; failed: string };
