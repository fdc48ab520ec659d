import type { ModelScores, PreLabelEffort } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

type ModelAcceptance = NonNullable<PreLabelEffort['models'][number]['acceptance']>;
type ModelEffort = PreLabelEffort['models'][number];

const toPercent = (ratio: number) => `${Math.round(100 * ratio)}%`;
const toPrecisePercent = (ratio: number) => `${Number((100 * ratio).toFixed(1))}%`;

/** Messages of the dialog of a task's models. */
export const modelsMessages = {
  title: (task: string) => `Models of ${task}`,
  none: 'No models yet.',
  model: (number: number, name?: string) => (name === undefined ? `Model ${number}` : `Model ${number}: ${name}`),
  cancel: 'Cancel training',
  cancelFailed: "Couldn't cancel the training.",
  waiting: 'Waiting in the queue',
  step: (done: number, total: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  loss: (loss: number) => `loss ${loss.toFixed(3)}`,
  measuredOn: (images: number, heldOut: boolean) =>
    heldOut
      ? `Measured on ${formatCount(images, 'image', 'images')} held out at random, because no image was marked as TEST`
      : `Measured on ${formatCount(images, 'TEST image', 'TEST images')}`,
  calibrated: ({ pictures, confidence, accuracy, threshold }: NonNullable<ModelScores['calibration']>) =>
    `Confidence calibrated on ${formatCount(pictures, 'image', 'images')}: ${toPercent(confidence)} on average, ${toPercent(accuracy)} of the predictions are correct. Labels below ${toPercent(threshold)} are left out.`,
  datasetImages: 'Images in the dataset',
  noDatasetImages: 'All images of this dataset have been deleted.',
  showDataset: (images: number) => `Dataset: ${formatCount(images, 'image', 'images')}`,
  startedBy: 'Started by',
  uploadedBy: 'Uploaded by',
  effort: {
    title: 'Effort saved',
    hint: 'What users did with the shapes and labels that a model added.',
    counts: ({ number, accepted, corrected, deleted, added, unreviewed }: Omit<ModelEffort, 'model' | 'acceptance'>) => {
      const reviewed = accepted + corrected + deleted;
      const counts = [
        `Model ${number}: ${accepted.toLocaleString('en')} accepted unchanged${reviewed > 0 ? ` (${toPercent(accepted / reviewed)})` : ''}`,
        `${corrected.toLocaleString('en')} corrected`,
        `${deleted.toLocaleString('en')} deleted`,
        `${added.toLocaleString('en')} added by hand`,
        ...(unreviewed > 0 ? [`${unreviewed.toLocaleString('en')} not reviewed yet`] : []),
      ];
      return counts.join(', ');
    },
    accepted: ({ images, expected_error, audited, errors, pending, error_bound, target_error }: ModelAcceptance) => {
      const isConfirmed = error_bound <= target_error && pending === 0;
      const result =
        audited === 0
          ? 'Not audited yet'
          : `Audited: ${errors.toLocaleString('en')} of ${formatCount(audited, 'image', 'images')} wrong, so the error is at most ${toPrecisePercent(error_bound)}`;
      const stopped =
        pending > 0 ? `stopped until ${formatCount(pending, 'more image is', 'more images are')} audited` : 'stopped';
      return `${formatCount(images, 'image', 'images')} accepted without a review, with an expected error of ${toPrecisePercent(expected_error)}. ${result} (maximum: ${toPrecisePercent(target_error)}). Acceptance ${isConfirmed ? 'can continue' : stopped}.`;
    },
    audit: 'Open the audit',
  },
  inUse: 'In use',
  activate: 'Use this model',
  activated: (number: number) => `Model ${number} is in use.`,
  activateFailed: "Couldn't use this model.",
  delete: 'Delete model',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteHint: (isInUse: boolean, days: number) =>
    `${isInUse ? 'It is in use. The newest of the other models is used then. ' : ''}You can restore it from Recently deleted for ${days} days.`,
  deleted: (name: string) => `${name} was deleted.`,
  deleteFailed: "Couldn't delete the model.",
  noLabels: 'This task has no labels. Add labels under Manage before you train it.',
  inProgress: 'You can train this task again when the current training has finished or is cancelled.',
  seed: 'Seed',
  map50: 'mAP at IoU 0.5',
  map75: 'mAP at IoU 0.75',
  accuracy: 'Accuracy',
  error: 'Mean absolute error',
  byLabel: 'By label',
  label: 'Label',
  precision: 'Precision',
  recall: 'Recall',
  ap50: 'AP at IoU 0.5',
  count: 'Count',
  splitGroups: (groups: number) =>
    `${formatCount(groups, 'group has', 'groups have')} both TRAIN and TEST images, so models are tested on images that are similar to their training images.`,
  duplicates: (images: number) =>
    images === 1
      ? '1 TEST image looks the same as a TRAIN image.'
      : `${images.toLocaleString('en')} TEST images look the same as TRAIN images.`,
  notCompared: (ready: number, total: number) =>
    `TEST and TRAIN images are still being compared: ${ready.toLocaleString('en')} of ${total.toLocaleString('en')} images are ready. Wait until all are ready before you train the task.`,
  testImage: 'TEST image',
  trainImage: 'TRAIN image',
  pairs: 'Images that look the same',
  similarity: (ratio: number) => `${Math.floor(ratio * 100)}% similar`,
  splitGroup: (name: string, train: number, test: number) => `${name}: ${train} TRAIN, ${test} TEST`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  moveToTest: 'Mark all as TEST',
  moveToTrain: 'Mark all as TRAIN',
  moved: (count: number, to: 'TEST' | 'TRAIN') => `${formatCount(count, 'image is', 'images are')} now marked as ${to}.`,
  undoMove: 'Undo',
  moveFailed: "Couldn't mark the images.",
  counts: (train: number, test: number) =>
    `${formatCount(train, 'TRAIN image', 'TRAIN images')}, ${test.toLocaleString('en')} TEST.`,
  changes: {
    sinceTraining: 'Since the last training: ',
    none: 'nothing changed.',
    failed: "Couldn't compare the images with the last training.",
    images: (count: number) => formatCount(count, 'image', 'images'),
    annotations: {
      recognition: (count: number) => formatCount(count, 'label', 'labels'),
      detection: (count: number) => formatCount(count, 'box', 'boxes'),
      segmentation: (count: number) => formatCount(count, 'polygon or mask', 'polygons and masks'),
    },
    changes: { added: 'added', changed: 'changed', removed: 'removed' },
    show: 'Show these images',
    details: 'Compare by label',
  },
  run: {
    title: 'Suspected label errors',
    hint: 'Runs the model in use on every image. It finds annotations that the model disagrees with, and images with uncertain predictions. Images from its training data are checked by a model trained without them. Your annotations are not changed.',
    start: 'Find label errors',
    startAgain: 'Find label errors again',
    failed: "Couldn't find label errors.",
    cancel: 'Cancel',
    running: { check: 'Checking images', preLabel: 'Pre-labelling images' },
    progress: (done: number, total: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')} images`,
    needsModel: 'Train a model first.',
    checked: (images: number) => `${formatCount(images, 'image', 'images')} checked.`,
    predicted: (images: number) => `${formatCount(images, 'image', 'images')} predicted.`,
    suspects: (images: number) => `The model disagrees with the annotations of ${formatCount(images, 'image', 'images')}.`,
    precision: (accepted: number, decided: number) =>
      `${accepted.toLocaleString('en')} of ${decided.toLocaleString('en')} reviewed errors accepted (${toPercent(accepted / decided)}).`,
    precisionHint: 'The list starts with the most certain ones. Stop when too few of them are errors.',
    noSuspects: 'The model agrees with all annotations.',
    openSuspects: 'Review suspected errors',
    openUncertain: 'Images with uncertain predictions',
    ended: {
      check: { failed: (reason: string) => `The check failed: ${reason}`, cancelled: 'The check was cancelled.' },
      preLabel: {
        failed: (reason: string) => `Pre-labelling failed, and no annotations were added: ${reason}`,
        cancelled: 'Pre-labelling was cancelled. No annotations were added.',
      },
    },
  },
} as const;
