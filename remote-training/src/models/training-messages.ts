/** Messages about training a task and downloading its model. */
export const trainingMessages = {
  train: 'Train',
  splitUnchecked: "Near-duplicates aren't checked yet",
  trainNeedsLabels: 'Train: add labels to the task first',
  trainBlocked: (reason: string | undefined) => (reason === undefined ? null : `Train: ${reason}`),
  trainInProgress: 'Train: a model is already queued or training',
  trainStatus: { QUEUED: 'Queued', TRAINING: 'Training', TRAINED: 'Trained', FAILED: 'Failed', CANCELLED: 'Cancelled' },
  trainingFailed: (error: string) => (error.endsWith('again.') ? error : `${error} Fix the problem and train again.`),
  notTrained: 'Not trained',
  download: {
    action: 'Download model',
    noModel: 'No trained model exists!',
    failed: 'Unable to download model!',
    noPermission: "You don't have permission for this feature!",
    started: 'Model is downloading!',
    wait: 'Please wait!',
  },
  models: 'Models',
  phase: {
    reading: 'Reading images',
    features: 'Computing features',
    training: 'Training',
    testing: 'Testing',
    writing: 'Saving the model',
  },
  percent: (share: number) => `${share}%`,
  serverUnreachable: (time: string) => `The server is unreachable. Last update: ${time}`,
  secondsLeft: (seconds: number) => (seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`),
} as const;

/** Notices after a task was queued for training, for detection and recognition. */
export const trainNotices = {
  trainQueued: { title: 'OK', text: 'Model was add to train queue!' },
  trainFailed: 'Unable to train model!',
} as const;
