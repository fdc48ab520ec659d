import { formatCount } from '@console/shared-ui/format';

const images = (count: number) => formatCount(count, 'image', 'images');

/** Text about adding the predictions of a model to many images. */
export const preLabelMessages = {
  open: 'Pre-label',
  title: (count: number) => `Pre-label ${images(count)}`,
  intro:
    'Adds the predictions of the model in use. They are marked as predicted until somebody changes them or verifies the image, and no model is trained on them before.',
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
  background: 'You can close this dialog. The work continues.',
  close: 'Close',
  cancelWork: 'Cancel the work',
  done: 'The predictions were added.',
  failed: 'The images could not be pre-labelled.',
  stopped: {
    cancelled: 'The work was cancelled. No annotations were added.',
    failed: 'The work failed. No annotations were added.',
  },
} as const;
