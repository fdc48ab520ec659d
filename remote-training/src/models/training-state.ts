import type { DetectionTask } from '@console/shared-contract/api';

/** Whether a model with this status is queued or being trained. */
export const isTrainingInProgress = (status: DetectionTask['last_train_status']): boolean =>
  status === 'QUEUED' || status === 'TRAINING';

/** Kinds of background work that train a model. */
export const TRAINING_WORK = ['train-model', 'assemble-model', 'predict-test-images'] as const;
