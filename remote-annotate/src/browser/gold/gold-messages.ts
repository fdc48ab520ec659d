import { formatCount } from '@console/shared-ui/format';

const images = (count: number) => formatCount(count, 'image', 'images');

/** Messages of the dialog that makes images gold items. */
export const goldMessages = {
  open: 'Add to gold',
  selectImages: 'Select images one by one or by page to add them to gold.',
  title: (count: number) => `Add ${images(count)} to gold`,
  submit: 'Add to gold',
  intro:
    'Gold items are images whose annotations are known to be correct. Annotators get them among the other images of a job without noticing, and their work is compared with a copy of these annotations.',
  task: 'Task',
  taskHint: 'The copy contains the annotations with labels of this task.',
  counting: 'Counting the images …',
  created: (count: number) => `${images(count)} will become gold items.`,
  alreadyGold: (count: number) => `${formatCount(count, 'image is a gold item', 'images are gold items')} of this task already.`,
  notVerified: (count: number) =>
    `${formatCount(count, 'image is', 'images are')} not verified, and will be left out. Verify the images first.`,
  failed: "Couldn't add the images to gold.",
  done: (count: number) => `${images(count)} added to gold.`,
} as const;
