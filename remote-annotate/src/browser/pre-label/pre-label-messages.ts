import { formatCount } from '@console/shared-ui/format';

const images = (count: number) => formatCount(count, 'image', 'images');

/** Text about adding the predictions of a model to many images. */
export const preLabelMessages = {
  open: 'Pre-label',
  title: (count: number) => `Pre-label ${images(count)}`,
  intro:
    'Adds the predictions of the model in use. Until somebody changes them or verifies the image, they are marked as predicted, and no model is trained on them.',
  submit: 'Pre-label',
  task: 'Task',
  taskHint: 'Verified images, and images that several people annotate independently, are left out.',
  counting: 'Counting the predictions',
  candidates: (count: number, matched: number) =>
    count === matched ? `${images(count)} can be pre-labelled.` : `${count} of ${images(matched)} can be pre-labelled.`,
  unpredicted: (count: number) =>
    `The model has not predicted ${images(count)} yet, so the numbers below do not include ${count === 1 ? 'it' : 'them'}.`,
  predict: (count: number) => `Predict ${images(count)}`,
  labels: 'Minimum confidence and number of predictions to add',
  reset: 'Reset to recommended',
  running: 'Predicting and adding',
  progress: (done: number, total: number | null) => (total === null ? 'Waiting' : `${done} of ${images(total)}`),
  background: 'You can close this dialog. Pre-labelling continues.',
  close: 'Close',
  cancelWork: 'Cancel pre-labelling',
  done: 'Images pre-labelled',
  failed: "Couldn't pre-label the images.",
  stopped: {
    cancelled: 'Pre-labelling was cancelled. No annotations were added.',
    failed: 'Pre-labelling failed. No annotations were added.',
  },
} as const;
