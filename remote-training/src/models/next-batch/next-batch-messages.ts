import { formatCount } from '@console/shared-ui/format';

const toPercent = (ratio: number) => `${Math.round(100 * ratio)}%`;

/** Messages of the proposal of images to annotate next. */
export const nextBatchMessages = {
  title: 'What to annotate next',
  hint: 'Proposes images without annotations for this task: uncertain predictions, rare labels, and images that differ from the annotated ones and from each other. TEST images and images that wait in a job are left out.',
  count: 'Images',
  suspectShare: 'Maximum share with suspected label errors (%)',
  propose: 'Propose images',
  proposeFailed: "Couldn't propose images.",
  loading: 'Proposed images',
  none: 'All images are annotated for this task, wait in a job, or are TEST images.',
  proposed: (images: number, candidates: number) =>
    `${formatCount(images, 'image', 'images')} proposed, from ${candidates.toLocaleString('en')} without annotations.`,
  notPredicted:
    'Find label errors first to include the uncertainty of the model. Until then, images are chosen only by how much they differ.',
  predicted: (date: string) => `Predictions from ${date}.`,
  notReady: (ready: number, total: number) =>
    `${ready.toLocaleString('en')} of ${total.toLocaleString('en')} images can currently be compared.`,
  suspicion: (ratio: number) => `Suspected label error, ${toPercent(ratio)}`,
  uncertainty: (ratio: number) => `Uncertainty ${toPercent(ratio)}`,
  rareLabel: (label: string) => `Rare label: ${label}`,
  difference: (ratio: number) => `Difference ${toPercent(ratio)}`,
  open: 'Open image',
  jobName: 'Job name',
  defaultJobName: (task: string) => `Next images of ${task}`,
  createJob: 'Create job',
  createFailed: "Couldn't create the job.",
  addFailed: (name: string, reason: string) => `The job "${name}" was created, but the images couldn't be added. ${reason}`,
  created: (name: string, images: number) => `Job "${name}" created with ${formatCount(images, 'image', 'images')}.`,
  openJob: 'Open job',
};
