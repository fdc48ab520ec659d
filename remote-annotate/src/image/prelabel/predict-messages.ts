import { formatCount } from '@console/shared-ui/format';

/** Text about objects that are added from a model or from the previous image. */
export const predictMessages = {
  task: 'Task to predict',
  choose: 'Task',
  noTasks: 'There are no detection or segmentation tasks. Predict labels of the image under Labels.',
  kinds: { detection: 'Detection', segmentation: 'Segmentation' },
  predict: 'Predict',
  running: 'Predicting',
  review: 'Predicted shapes',
  reviewHint:
    'The dashed shapes on the image will be added. Each label starts at the minimum confidence that suits the model best. Raise it to leave out uncertain shapes, or lower it to see more.',
  reset: 'Reset to recommended',
  countOf: (count: number, total: number) => `${count} of ${total}`,
  add: (count: number) => `Add ${count}`,
  discard: 'Discard',
  added: (count: number) => `${count} objects were added.`,
  drawnAlready: (count: number) => `${formatCount(count, 'predicted object already exists', 'predicted objects already exist')}.`,
  failed: 'The prediction failed.',
  noSuchModels: 'This deployment cannot predict this kind of task.',
  load: 'Load',
  loadHint: 'Add the objects of the image that you verified last',
  nothingToLoad: 'You have not verified another image yet.',
  loadFailed: 'The objects of the previous image could not be loaded.',
} as const;
