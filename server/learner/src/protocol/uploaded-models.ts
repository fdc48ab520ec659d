/** What the input of an uploaded model contains: RGB from 0 to 255, from 0 to 1, or normalised with the statistics of ImageNet. */
export type PixelValues = '0-255' | '0-1' | 'imagenet';

/** The outputs of an uploaded model, see `uploaded/find-layout.ts`. */
export type ModelLayout = 'yolo' | 'yolo-objectness' | 'end-to-end' | 'boxes' | 'queries' | 'classification';

/** The names of the outputs of a model by their meaning. */
export interface OutputNames {
  /** Depending on the layout: the output with the boxes, with boxes and scores in one table, or with the class scores. */
  main: string;
  scores?: string;
  labels?: string;
  /** The prototypes of masks: 1 x masks x height x width. */
  prototypes?: string;
}

/** How an uploaded model is run. */
export interface UploadedFormat {
  layout: ModelLayout;
  /** Missing for models that were added before the names were stored. */
  outputs?: OutputNames;
  input: { name: string; width: number; height: number; isChannelsLast: boolean; type: 'float32' | 'uint8' };
  pixels: PixelValues;
  /**
   * How the class outputs become probabilities. With `sigmoid` and `independent-probability`, the classes are independent. With
   * `softmax-background`, the last class means that there is no object.
   */
  scores: 'probability' | 'independent-probability' | 'sigmoid' | 'softmax' | 'softmax-background';
  /** Whether boxes are relative to the size of the input. */
  hasRelativeBoxes: boolean;
  /** Number of prototypes of masks, 0 for a model without masks. */
  masks: number;
  /** The points of each object of a pose model. */
  points?: PointShape;
}

/** The points of each object of a pose model. `numbers` is 2 (x, y) or 3 (x, y, confidence). */
export interface PointShape {
  count: number;
  numbers: number;
}

/** How an uploaded embedding model is run. */
export interface EmbeddingFormat extends Pick<UploadedFormat, 'input' | 'pixels'> {
  /** Name of the output with the vector. */
  output: string;
}

/** Result of checking an uploaded embedding model: its format, load time, memory and results for the images. */
export interface CheckedEmbeddingModel {
  format: EmbeddingFormat;
  /** Length of the model's vectors. */
  length: number;
  openMilliseconds: number;
  /** Memory that the process needed for the model. */
  memoryBytes: number;
  /** One entry per image, with the cosine similarities to all images. Null for an unreadable image, whose similarity is 0. */
  images: ({ milliseconds: number; likeness: number[] } | null)[];
}

/** What the server stores about an uploaded model beside its file. */
export interface UploadedModelNotes {
  uploaded: {
    format: UploadedFormat;
    /** Id of the label of each class, by the index of the class. */
    classes: (string | null)[];
  };
}

/**
 * A prediction of an uploaded model, in pixels of the image after EXIF rotation. `box` is null if the class describes the complete
 * image. `polygon` is x, y, x, y ... and set only for models with masks.
 */
export interface ClassPrediction {
  class: number;
  prob: number;
  box: [number, number, number, number] | null;
  polygon?: number[];
  /** x, y and confidence of each point of a pose. */
  points?: number[][];
}

/** Result of checking an uploaded model: its format, classes, load time, memory and predictions. */
export interface CheckedModel {
  format: UploadedFormat;
  /** The name of each class, null if the model does not contain it. */
  classes: (string | null)[];
  openMilliseconds: number;
  /** Memory that the process needed for the model. */
  memoryBytes: number;
  /** One entry per image, with predictions sorted by probability. Null for an unreadable image. */
  images: ({ milliseconds: number; predictions: ClassPrediction[] } | null)[];
}
