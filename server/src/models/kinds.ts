export type ModelDomain = 'recognition' | 'detection' | 'segmentation';

/** Kinds of long work on models, as they are stored with the work. */
export const TRAIN_MODEL = 'train-model';
export const PREDICT_TEST_IMAGES = 'predict-test-images';
/** The task that asks about one model in training. */
export const WATCH_TRAINING = 'watch-training';
