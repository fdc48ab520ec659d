import type { ImageChange, ImageChangePreview } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const images = (count: number) => formatCount(count, 'image', 'images');
const number = (count: number) => count.toLocaleString('en');

const labels: Readonly<Record<ImageChange, string>> = {
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

const titles: Readonly<Record<ImageChange, (count: number) => string>> = {
  test: (count) => `Move ${images(count)} to TEST?`,
  train: (count) => `Move ${images(count)} to TRAIN?`,
  real: (count) => `Set REAL background for ${images(count)}?`,
  product: (count) => `Set PRODUCT background for ${images(count)}?`,
  verify: (count) => `Verify ${images(count)}?`,
  'nothing-to-annotate': (count) => `Mark ${images(count)} as “Nothing to annotate”?`,
  withdraw: (count) => `Remove your verification of ${images(count)}?`,
  'add-label': (count) => `Add labels to ${images(count)}`,
  'remove-label': (count) => `Remove labels from ${images(count)}`,
  'add-to-job': (count) => `Add ${images(count)} to a job`,
  'remove-from-job': (count) => `Remove ${images(count)} from a job`,
  'add-to-group': (count) => `Add ${images(count)} to a group`,
  'remove-from-group': (count) => `Remove ${images(count)} from a group`,
  'set-meta': (count) => `Set meta data of ${images(count)}`,
  delete: (count) => `Delete ${images(count)}?`,
};

const doneTexts: Readonly<Record<ImageChange, (count: number) => string>> = {
  test: (count) => `${images(count)} moved to TEST.`,
  train: (count) => `${images(count)} moved to TRAIN.`,
  real: (count) => `${images(count)} set to REAL background.`,
  product: (count) => `${images(count)} set to PRODUCT background.`,
  verify: (count) => `${images(count)} verified.`,
  'nothing-to-annotate': (count) => `${images(count)} marked as “Nothing to annotate”.`,
  withdraw: (count) => `Your verification of ${images(count)} removed.`,
  'add-label': (count) => `Labels added to ${images(count)}.`,
  'remove-label': (count) => `Labels removed from ${images(count)}.`,
  'add-to-job': (count) => `${images(count)} added to the job.`,
  'remove-from-job': (count) => `${images(count)} removed from the job.`,
  'add-to-group': (count) => `${images(count)} added to the group.`,
  'remove-from-group': (count) => `${images(count)} removed from the group.`,
  'set-meta': (count) => `Meta data of ${images(count)} changed.`,
  delete: (count) => `${images(count)} deleted.`,
};

/** Messages of the bulk changes of images. */
export const bulkMessages = {
  noun: 'images',
  menu: 'Change',
  labels,
  titles,
  done: doneTexts,
  failed: "Couldn't change the images.",
  unchanged: 'All selected images already have this value.',
  progress: (changedCount: number, total: number) => `Changed ${number(changedCount)} of ${images(total)}.`,
  stoppedAt: (changedCount: number) => `Only ${images(changedCount)} could be changed.`,
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
    `${number(changes)} of ${images(matched)} ${changes === 1 ? 'changes' : 'change'}.`,
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
