/** Requests of the server to the learner process, and their results. This file contains types only. */
import type { CheckedEmbeddingModel, CheckedModel, EmbeddingFormat, PixelValues } from './uploaded-models';

export type * from './uploaded-models';

export type Domain = 'recognition' | 'detection' | 'segmentation';
export type RecognitionType = 'multi_class' | 'multi_label' | 'regression';

export interface Label {
  id: string;
  name: string;
}

/** A label of a recognition task. The range applies to `value` labels only. */
export interface RecognitionLabel extends Label {
  type?: 'category' | 'tag' | 'value';
  minValue?: number | null;
  maxValue?: number | null;
}

/** How a training and its test use an annotated object. */
export interface ExampleUse {
  /** Whether the training ignores the object: it is not an example, and its region is not background. */
  isLeftOut?: boolean;
  /** Whether detections of the object are neither right nor wrong. */
  isIgnored?: boolean;
  /** Whether the object is an ignored group of objects, which may contain any number of detections. */
  isCrowd?: boolean;
}

/** One image with its annotations. Lengths are pixels of the image after EXIF rotation. */
export interface Example {
  id: string;
  /** Path of the image file on the local disk. */
  file: string;
  /** The region that the labels describe: x1, y1, x2, y2. The complete image if omitted. */
  region?: readonly number[];
  width: number;
  height: number;
  /** Whether the image is used for testing instead of training. */
  isTest: boolean;
  /** Recognition labels. `value` is set for labels of type `value`. */
  labels: { id: string; value: number | null }[];
  /** Annotated boxes; `box` is x1, y1, x2, y2. */
  boxes: ({ label: string; box: readonly [number, number, number, number] } & ExampleUse)[];
  /** Annotated polygons and masks. `points` contains the vertices of a closed outline: x, y, x, y ... */
  polygons: ({ label: string; points: readonly number[] } & ExampleUse)[];
}

/** Trains a model and writes its files into a folder. */
export interface TrainRequest {
  domain: Domain;
  /** Type of a recognition task. */
  type?: RecognitionType;
  labels: readonly RecognitionLabel[];
  /** The label of a recognition task that excludes all other labels. */
  negativeLabel?: string | null;
  /** Path of a JSON Lines file with one `Example` per line. */
  manifest: string;
  /** Longer side of the model's input, in pixels. */
  inputSize: number;
  /** The same request with the same seed produces the same model. */
  seed: number;
  /** Folder used by this training only, for the model and cached features. A second attempt resumes from its content. */
  folder: string;
}

/** Phases of a training, in this order. */
export type TrainingPhase = 'reading' | 'features' | 'training' | 'testing' | 'writing';

/** Progress of a training: finished and total steps of the current phase. */
export interface Progress {
  phase: TrainingPhase;
  done: number;
  total: number;
  loss?: number;
  /** Estimated time until the complete training finishes. */
  secondsLeft?: number;
}

/** A metric; null where it is undefined: precision without predictions, recall without examples. */
export type Metric = number | null;

/** Test scores of one label. */
export interface LabelScore {
  id: string;
  precision: Metric;
  recall: Metric;
  /** Average precision at IoU 0.5 and 0.75, for detection and segmentation. */
  ap50?: Metric;
  ap75?: Metric;
  /** Mean absolute error, for values. */
  error?: Metric;
  /** Number of tested images that have this label. */
  count: number;
}

/** How the probabilities of a model with one label per image were calibrated on the tested images. */
export interface Calibration {
  /** Number of images. */
  pictures: number;
  /** Mean probability of the most probable label, and the ratio of images for which this label is correct. */
  confidence: number;
  accuracy: number;
  /** Recommended minimum probability of a predicted label, computed from the tested images. */
  threshold: number;
}

/** Test scores of a model. Metrics that do not apply to its domain are null. */
export interface Scores {
  /** Number of tested images. Without TEST images, a fifth of the others is held out, and `heldOut` is true. */
  pictures: number;
  heldOut: boolean;
  /** Mean average precision at IoU 0.5 and 0.75, for detection and segmentation. */
  map50: Metric;
  map75: Metric;
  /** Ratio of images whose labels are all predicted correctly, for recognition. */
  accuracy: Metric;
  /** Mean absolute error over all values. */
  error: Metric;
  labels: LabelScore[];
  /** Set only for models with one label per image that were tested on enough images. */
  calibration?: Calibration;
}

/** Description of a trained model, stored as JSON next to its file. */
export interface ModelNotes {
  domain: Domain;
  type?: RecognitionType;
  labels: readonly RecognitionLabel[];
  inputSize: number;
  seed: number;
  /** Number of images used for training. */
  pictures: number;
  /** Duration of the training. */
  seconds: number;
  scores: Scores;
  /** Parameters for decoding the model's output; they depend on the domain. */
  decoding: Record<string, unknown>;
  /** Licence notice of the pretrained weights that the model contains. Empty if the model contains none. */
  notice: string;
}

/** Runs an uploaded model on images, to determine the format of its input and output. */
export interface CheckModelRequest {
  domain: Domain;
  /** Whether an image can have several labels. */
  isMultiLabel: boolean;
  /** Path of the ONNX file. */
  model: string;
  images: string[];
  /** Range of the pixel values that the model expects. Default: the usual range for models with these outputs. */
  pixels?: PixelValues;
}

/** Runs an uploaded embedding model on images, to determine the format of its input and output. */
export type CheckEmbeddingModelRequest = Pick<CheckModelRequest, 'model' | 'images' | 'pixels'>;

/** Computes embeddings of images, or of boxes in them. */
export interface EmbedRequest {
  images: readonly { file: string; boxes?: readonly (readonly number[])[] }[];
  /** An uploaded model. Its vectors replace the features of the built-in model. `file` is the path of the ONNX file. */
  model?: { file: string; format: EmbeddingFormat };
}

/** A predicted recognition label. `deviation` is the standard deviation of `value`, in units of the value. */
export type PredictedLabel = { id: string; prob: number; value?: number | null; deviation?: number };
/** A detected object in pixels of the image after EXIF rotation; `bound_box` is x1, y1, x2, y2, `polygon` is x, y, x, y ... */
export type PredictedObject = {
  id: string;
  prob: number;
  bound_box: [number, number, number, number];
  polygon?: number[];
  /** x, y and confidence of each point, from an uploaded pose model. */
  points?: number[][];
};

/** Rebuilds a model file from its trained weights. */
export interface AssembleRequest {
  /** Path of the `learned.json` that a training wrote. */
  learned: string;
  /** The folder that the model file is written to. */
  folder: string;
}

/** Runs a model on images. */
export interface PredictRequest {
  /** Paths of the ONNX file and of its notes. */
  model: string;
  notes: string;
  /** Paths of image files on the local disk. */
  images: string[];
  /** For `classify`: the region of each image, x1, y1, x2, y2 in pixels of the image after EXIF rotation. Null is the complete image. */
  boxes?: readonly (readonly number[] | null)[];
}

/** The part of an embedding that is compared. */
export type EmbeddingPart = 'colours' | 'features' | 'both';

/** Selects an index by the folder of its files. All ids are UUIDs. */
export interface IndexRequest {
  folder: string;
}
/** Adds embeddings to an index. */
export interface AddEmbeddingsRequest extends IndexRequest {
  /** New embeddings. They replace embeddings with the same id. */
  entries: readonly { id: string; embedding: Int8Array }[];
}
/** Removes embeddings from an index. */
export interface RemoveEmbeddingsRequest extends IndexRequest {
  /** Unknown ids are ignored. */
  ids: readonly string[];
}
/** Finds the nearest neighbours of an embedding. */
export interface FindNearestRequest extends IndexRequest {
  /** Either an id in the index, which is then excluded from the result, or any embedding. */
  query: { id: string } | { embedding: Int8Array };
  count: number;
  part: EmbeddingPart;
}
/** Compares how well each part of the embeddings separates groups. */
export interface ComparePartsRequest extends IndexRequest {
  /** Ids of items that belong together, one array per group. */
  groups: readonly (readonly string[])[];
}

/** Computes a map on which similar embeddings are near each other. */
export interface LayoutRequest {
  method: 'pca' | 'umap';
  /** One embedding after the other. */
  embeddings: Int8Array;
}
/** The x and y of an embedding are the dot products of each axis with the embedding's difference from the mean. */
export interface MapProjection {
  mean: number[];
  axes: [number[], number[]];
}
/** Places embeddings on an existing map, near the most similar embeddings that it was computed from. */
export interface PlaceRequest {
  /** The embeddings that the map was computed from, one after the other, and their x and y. */
  references: Int8Array;
  positions: Float32Array;
  /** The embeddings to place. */
  embeddings: Int8Array;
}

/** `likeness` is the cosine similarity of the requested part, -1 to 1. */
export type Neighbour = { id: string; likeness: number };

/** The encoder of an interactive segmentation model, and the input that it expects. */
export interface InteractiveEncoder {
  /** Path of the ONNX file. */
  encoder: string;
  /** Both sides of the input in pixels. Images are scaled to fit, and padded with zeros at the right and at the bottom. */
  inputSize: number;
  /** Subtracted from red, green and blue (0 to 255). The result is divided by `std`. */
  mean: readonly number[];
  std: readonly number[];
}
/** Runs an interactive segmentation model on an empty image, and compares its inputs and outputs with what is expected. */
export interface CheckInteractiveRequest extends InteractiveEncoder {
  /** Path of the ONNX file. */
  decoder: string;
  /** Length of the longer side of an image in the coordinates of the decoder's points. */
  coordinateSize: number;
  /** Whether a user has uploaded the files, so that they must neither refer to other files nor contain custom operators. */
  isUploaded?: boolean;
  /** Images on which the model finds the object in the middle. */
  images?: readonly string[];
}
/** Encodes an image for the decoder of an interactive segmentation model. */
export interface EncodeRequest extends InteractiveEncoder {
  /** Path of the image file on the local disk. */
  image: string;
}

/** A request from the server. */
export type LearnerRequest =
  | { train: TrainRequest }
  | { assemble: AssembleRequest }
  | { classify: PredictRequest }
  | { detect: PredictRequest }
  | { embed: EmbedRequest }
  /** Opens an index. Its count is 0 if it is new or contains embeddings of another version. */
  | { openIndex: IndexRequest }
  | { addEmbeddings: AddEmbeddingsRequest }
  | { removeEmbeddings: RemoveEmbeddingsRequest }
  | { findNearest: FindNearestRequest }
  /** Measures for each part how often the nearest neighbour of an item belongs to the same group. */
  | { compareParts: ComparePartsRequest }
  | { computeLayout: LayoutRequest }
  | { placeNearNeighbours: PlaceRequest }
  | { checkInteractive: CheckInteractiveRequest }
  | { encode: EncodeRequest }
  | { checkModel: CheckModelRequest }
  | { checkEmbeddingModel: CheckEmbeddingModelRequest };

/** The result of a request. */
export type LearnerResult =
  | { trained: { model: string; notes: ModelNotes } }
  | { assembled: { model: string } }
  /** One entry per image; null for an unreadable image. */
  | { labels: (PredictedLabel[] | null)[] }
  | { objects: (PredictedObject[] | null)[] }
  /**
   * For each image, its embedding and greyscale thumbnail of 64 x 64 pixels, or an embedding for each box. Null for an unreadable
   * image.
   */
  | { embedded: ({ embeddings: Int8Array[]; thumbnail: Uint8Array | null } | null)[] }
  /** Number of embeddings in the index, and the version of the embeddings that this process computes. */
  | { count: number; version: number }
  | { neighbours: Neighbour[] }
  /** By part, the ratio of items whose nearest neighbour is in their group; null if no group has two items. */
  | { recall: Record<EmbeddingPart, Metric> }
  /**
   * `positions` has x and y of each embedding. `projection` places new embeddings on a PCA map; it is null for UMAP. `centroids`
   * are the means of clusters of similar embeddings, largest cluster first.
   */
  | { layout: { positions: Float32Array; projection: MapProjection | null; centroids: number[][] } }
  | { positions: Float32Array }
  /**
   * SHA-256 of both files in hexadecimal digits, dimensions of the decoder's input `mask_input`, time for encoding an image, and
   * the memory of the process. Each entry of `images` has the encoding time and the outline of the object in the middle. The
   * outline is x, y, x, y ... in pixels of the image after EXIF rotation, or null if nothing is found. The entry of an unreadable
   * image is null.
   */
  | {
      interactive: {
        encoderHash: string;
        decoderHash: string;
        maskShape: number[];
        milliseconds: number;
        memoryBytes: number;
        images: ({ milliseconds: number; polygon: number[] | null } | null)[];
      };
    }
  /** `data` contains 32-bit floats. */
  | { encoded: { data: Uint8Array; shape: number[] } }
  | { checkedModel: CheckedModel }
  | { checkedEmbeddingModel: CheckedEmbeddingModel };
