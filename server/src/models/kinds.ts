export type ModelDomain = 'recognition' | 'detection' | 'segmentation';

/** Kinds of long work on models, as they are stored with the work. */
export const TRAIN_MODEL = 'train-model';
/** A model of which only what was learned is there. */
export const ASSEMBLE_MODEL = 'assemble-model';
export const PREDICT_TEST_IMAGES = 'predict-test-images';
/** The task that asks about one model in training. */
export const WATCH_TRAINING = 'watch-training';
/** The task that fetches the file of a model from outside. */
export const FETCH_MODEL_FILE = 'fetch-model-file';
