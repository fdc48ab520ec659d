import type { ImageChange, ImageChangePreview } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const formatImageCount = (count: number) => formatCount(count, 'image', 'images');
const formatNumber = (count: number) => count.toLocaleString('en');

const commandLabels: Readonly<Record<ImageChange, string>> = {
  test: 'Move to TEST',
  train: 'Move to TRAIN',
  real: 'Set REAL background',
  product: 'Set PRODUCT background',
  verify: 'Verify',
  'nothing-to-annotate': 'Mark as “Nothing to annotate”',
  withdraw: 'Remove my verification',
  'add-label': 'Add labels',
  'remove-label': 'Remove labels',
  'add-to-job': 'Add to job',
  'remove-from-job': 'Remove from job',
  'add-to-group': 'Add to group',
  'remove-from-group': 'Remove from group',
  'set-meta': 'Set meta data',
  delete: 'Delete',
};

const confirmationTitles: Readonly<Record<ImageChange, (count: number) => string>> = {
  test: (count) => `Move ${formatImageCount(count)} to TEST?`,
  train: (count) => `Move ${formatImageCount(count)} to TRAIN?`,
  real: (count) => `Set REAL background for ${formatImageCount(count)}?`,
  product: (count) => `Set PRODUCT background for ${formatImageCount(count)}?`,
  verify: (count) => `Verify ${formatImageCount(count)}?`,
  'nothing-to-annotate': (count) => `Mark ${formatImageCount(count)} as “Nothing to annotate”?`,
  withdraw: (count) => `Remove your verification of ${formatImageCount(count)}?`,
  'add-label': (count) => `Add labels to ${formatImageCount(count)}`,
  'remove-label': (count) => `Remove labels from ${formatImageCount(count)}`,
  'add-to-job': (count) => `Add ${formatImageCount(count)} to a job`,
  'remove-from-job': (count) => `Remove ${formatImageCount(count)} from a job`,
  'add-to-group': (count) => `Add ${formatImageCount(count)} to a group`,
  'remove-from-group': (count) => `Remove ${formatImageCount(count)} from a group`,
  'set-meta': (count) => `Set meta data of ${formatImageCount(count)}`,
  delete: (count) => `Delete ${formatImageCount(count)}?`,
};

const doneTexts: Readonly<Record<ImageChange, (count: number) => string>> = {
  test: (count) => `${formatImageCount(count)} moved to TEST.`,
  train: (count) => `${formatImageCount(count)} moved to TRAIN.`,
  real: (count) => `${formatImageCount(count)} set to REAL background.`,
  product: (count) => `${formatImageCount(count)} set to PRODUCT background.`,
  verify: (count) => `${formatImageCount(count)} verified.`,
  'nothing-to-annotate': (count) => `${formatImageCount(count)} marked as “Nothing to annotate”.`,
  withdraw: (count) => `Your verification of ${formatImageCount(count)} removed.`,
  'add-label': (count) => `Labels added to ${formatImageCount(count)}.`,
  'remove-label': (count) => `Labels removed from ${formatImageCount(count)}.`,
  'add-to-job': (count) => `${formatImageCount(count)} added to the job.`,
  'remove-from-job': (count) => `${formatImageCount(count)} removed from the job.`,
  'add-to-group': (count) => `${formatImageCount(count)} added to the group.`,
  'remove-from-group': (count) => `${formatImageCount(count)} removed from the group.`,
  'set-meta': (count) => `Meta data of ${formatImageCount(count)} changed.`,
  delete: (count) => `${formatImageCount(count)} deleted.`,
};

/** Messages of the bulk changes of images. */
export const bulkMessages = {
  noun: 'images',
  menu: 'Change',
  labels: commandLabels,
  titles: confirmationTitles,
  done: doneTexts,
  failed: "Couldn't change the images.",
  unchanged: 'All selected images already have this value.',
  progress: (changedCount: number, total: number) => `Changed ${formatNumber(changedCount)} of ${formatImageCount(total)}.`,
  stoppedAt: (changedCount: number) => `Only ${formatImageCount(changedCount)} could be changed.`,
  fields: {
    labels: 'Labels',
    noLabels: 'No labels yet.',
    job: 'Job',
    noJobs: 'No jobs yet.',
    newJob: 'New job',
    createJob: 'Create job',
    createJobFailed: "Couldn't create the job.",
    key: 'Key',
    value: 'Value',
    valueHint: 'Leave the value empty to remove the key.',
    choicesFailed: "Couldn't load the choices.",
  },
  counting: 'Counting the images …',
  /** A result line for one label, if the user changes several labels at once. */
  ofLabel: (label: string, text: string) => `${label}: ${text}`,
  willChange: ({ changes, matched }: ImageChangePreview) =>
    `${formatNumber(changes)} of ${formatImageCount(matched)} ${changes === 1 ? 'changes' : 'change'}.`,
  conflicts: (count: number) =>
    `${formatCount(count, 'image has', 'images have')} a label that excludes this one, and ${count === 1 ? "doesn't" : "don't"} change.`,
  invalid: (count: number) =>
    `${formatCount(count, 'image violates', 'images violate')} the rules of a task, and ${count === 1 ? "isn't" : "aren't"} verified.`,
  jobWorkLost: 'The record of who finished these images in the job is also removed. You can undo this.',
  layersLost: (count: number) =>
    `${formatCount(count, 'layer of an annotator is', 'layers of annotators are')} also deleted. You can't undo this.`,
  alreadyGold: (count: number) =>
    `${formatCount(count, 'image is a gold item of this job and stays', 'images are gold items of this job and stay')} gold.`,
} as const;
