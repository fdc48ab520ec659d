/** What the input of an uploaded model contains: RGB from 0 to 255, from 0 to 1, or normalised with the statistics of ImageNet. */
export type PixelValues = '0-255' | '0-1' | 'imagenet';

/** The outputs of an uploaded model, see `uploaded/find-layout.ts`. */
export type ModelLayout = 'yolo' | 'yolo-objectness' | 'end-to-end' | 'boxes' | 'queries' | 'classification';

/** The names of the outputs of a model by their meaning. */
export interface OutputNames {
  /** The boxes, the table with all of a box, or the values of the classes. */
  main: string;
  scores?: string;
  labels?: string;
  /** The prototypes of masks: 1 x masks x height x width. */
  prototypes?: string;
}

/** How an uploaded model is run. */
export interface UploadedFormat {
  layout: ModelLayout;
  /** Missing in the notes of models that were added before the names were stored. */
  outputs?: OutputNames;
  input: { name: string; width: number; height: number; isChannelsLast: boolean; type: 'float32' | 'uint8' };
  pixels: PixelValues;
  /**
   * How the outputs of the classes become probabilities. Those of `sigmoid` and `independent-probability` are independent. The last class
   * of `softmax-background` means that there is no object.
   */
  scores: 'probability' | 'independent-probability' | 'sigmoid' | 'softmax' | 'softmax-background';
  /** Whether boxes are relative to the size of the input. */
  hasRelativeBoxes: boolean;
  /** Number of prototypes of masks, 0 for a model without masks. */
  masks: number;
  /** The points of each object of a pose model. */
  points?: PointShape;
}

/** The points of each object of a pose model: x and y, and with three numbers also the confidence. */
export interface PointShape {
  count: number;
  numbers: number;
}

/** How an uploaded embedding model is run. */
export interface EmbeddingFormat extends Pick<UploadedFormat, 'input' | 'pixels'> {
  /** Name of the output with the vector. */
  output: string;
}

/** How an embedding model is used, and what it needs. */
export interface CheckedEmbeddingModel {
  format: EmbeddingFormat;
  /** Length of its vectors. */
  length: number;
  openMilliseconds: number;
  /** Memory that the process needed for the model. */
  memoryBytes: number;
  /** By image, with its cosine similarity to each image. Null for an unreadable image, whose similarity is 0. */
  images: ({ milliseconds: number; likeness: number[] } | null)[];
}

/** The notes of an uploaded model. */
export interface UploadedModelNotes {
  uploaded: {
    format: UploadedFormat;
    /** Id of the label of each class, by the index of the class. */
    classes: (string | null)[];
  };
}

/**
 * A prediction of an uploaded model, in pixels of the image after EXIF rotation. `box` is null for a class of the image. `polygon` is
 * x, y, x, y ... of a model with masks.
 */
export interface ClassPrediction {
  class: number;
  prob: number;
  box: [number, number, number, number] | null;
  polygon?: number[];
  /** x, y and confidence of each point of a pose. */
  points?: number[][];
}

/** How an uploaded model is used, and what it needs. */
export interface CheckedModel {
  format: UploadedFormat;
  /** The name of each class, null if the model does not contain it. */
  classes: (string | null)[];
  openMilliseconds: number;
  /** Memory that the process needed for the model. */
  memoryBytes: number;
  /** By image. The predictions are sorted by probability. Null for an unreadable image. */
  images: ({ milliseconds: number; predictions: ClassPrediction[] } | null)[];
}
