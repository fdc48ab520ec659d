import type { AcceptancePreview, AcceptanceProblem } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const formatImageCount = (count: number) => formatCount(count, 'image', 'images');

/** Text about adding the predictions of a model to many images. */
export const preLabelMessages = {
  open: 'Pre-label',
  title: (count: number) => `Pre-label ${formatImageCount(count)}`,
  intro:
    'Adds the predictions of the model in use. Until somebody changes them or verifies the image, they are marked as predicted, and no model is trained on them.',
  submit: 'Pre-label',
  task: 'Task',
  taskHint: 'Verified images, and images that several people annotate independently, are left out.',
  counting: 'Counting the predictions',
  candidates: (count: number, matchedCount: number) =>
    count === matchedCount
      ? `${formatImageCount(count)} can be pre-labelled.`
      : `${count} of ${formatImageCount(matchedCount)} can be pre-labelled.`,
  unpredicted: (count: number) =>
    `The model has not predicted ${formatImageCount(count)} yet, so the numbers below do not include ${count === 1 ? 'it' : 'them'}.`,
  predict: (count: number) => `Predict ${formatImageCount(count)}`,
  labels: 'Minimum confidence and number of predictions to add',
  reset: 'Reset to recommended',
  running: 'Predicting and adding',
  progress: (done: number, total: number | null) => (total === null ? 'Waiting' : `${done} of ${formatImageCount(total)}`),
  background: 'You can close this dialog. Pre-labelling continues.',
  close: 'Close',
  cancelWork: 'Cancel pre-labelling',
  done: 'Images pre-labelled',
  acceptance: {
    title: (count: number) => `Accept predictions for ${formatImageCount(count)}`,
    label: 'Accept without a review',
    maxError: 'Maximum error (percent of the images)',
    hint: 'Images without annotations of the task are accepted if the complete prediction is certain enough. They count as verified by the model, and no model is trained on them.',
    submit: 'Accept',
    unpredicted: (count: number) =>
      `The model has not predicted ${formatImageCount(count)} yet. How many predictions can be accepted is known after that.`,
    counts: ({ accepted, audited, expected_error: expectedError }: AcceptancePreview) =>
      `${formatImageCount(accepted)} would be accepted, with an expected error of ${(100 * (expectedError ?? 0)).toFixed(1)}%. ${formatImageCount(audited)} would become a new job, in which users annotate them without seeing the predictions. This audit shows the real error.`,
    references: (count: number) =>
      `The confidence is calibrated on ${formatCount(count, 'verified image', 'verified images')} that the model was not trained on.`,
    problems: {
      few_references: 'No images are accepted: too few verified images show how reliable the model is. Verify more TEST images.',
      none_qualified: 'No images are accepted: the model is not certain enough about any of them.',
      few_qualified:
        'No images are accepted: fewer images qualify than the audit needs. Select more images, verify more TEST images, or allow a higher error.',
      audit_open: 'No images are accepted until the job of the previous audit is complete.',
      audit_failed:
        'No images are accepted: the audit does not confirm that the error is below the maximum. Review the accepted images, or train a better model.',
    } satisfies Record<AcceptanceProblem, string>,
    unsupported: 'Only detection tasks and recognition tasks with one label per image can be accepted without a review.',
    done: 'Predictions accepted. The audit is a new job.',
  },
  failed: "Couldn't pre-label the images.",
  stopped: {
    cancelled: 'Pre-labelling was cancelled. No annotations were added.',
    failed: 'Pre-labelling failed. No annotations were added.',
  },
} as const;
