import type { Domain } from '@console/learner/protocol';
import type { ServiceSlug } from '@console/shared-contract/api';

/** The domains that have trainable models. */
export type ModelDomain = Domain;

/** The service that a workspace needs for the tasks and models of each domain. */
export const DOMAIN_SERVICES = {
  recognition: 'recognition',
  detection: 'custom-object-detection',
  segmentation: 'custom-segmentation',
} as const satisfies Record<ModelDomain, ServiceSlug>;

/** Kinds of background work on models. The names are stored with the work. */
export const TRAIN_MODEL = 'train-model';
/** Assembles a model that has trained weights but no model file. */
export const ASSEMBLE_MODEL = 'assemble-model';
export const PREDICT_TEST_IMAGES = 'predict-test-images';
/** The task that polls an external back end for one training. */
export const WATCH_TRAINING = 'watch-training';
/** The task that downloads the file of a model from an external back end. */
export const FETCH_MODEL_FILE = 'fetch-model-file';
