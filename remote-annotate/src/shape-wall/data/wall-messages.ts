import { SHAPE_KINDS, type ShapeName } from '@console/shared-contract/shape-kinds';
import { formatCount } from '@console/shared-ui/format';
import type { WALL_SORTS } from './wall-params';

const formatShapeCount = (count: number) => formatCount(count, 'shape', 'shapes');
const formatImageCount = (count: number) => formatCount(count, 'image', 'images');

type Sort = (typeof WALL_SORTS)[number];
const sortTexts: Readonly<Record<Sort, string>> = {
  suspicion: 'Suspected errors first',
  confidence: 'Least confident predictions first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest first',
  smallest: 'Smallest first',
};

/** Messages of the shape wall, the page with a tile for each shape. */
export const wallMessages = {
  title: 'Shapes',
  filters: 'Filters',
  labels: 'Labels',
  labelSearch: 'Search labels',
  loadingLabels: 'Loading labels…',
  labelsFailed: 'Unable to load the labels.',
  noLabels: 'There are no labels of detection or segmentation.',
  noLabelMatches: 'No labels match.',
  verified: { label: 'Image', all: 'All', yes: 'Verified', no: 'Not verified' },
  creator: 'Created by',
  anyone: 'Anyone',
  search: 'File name',
  sort: 'Sort order',
  sorts: sortTexts,
  suspected: 'Suspected errors only',
  violations: 'Shapes that violate a rule',
  count: formatShapeCount,
  wall: 'Shapes',
  chooseLabel: 'Select one or more labels to see their shapes.',
  empty: 'No shapes have these labels.',
  noMatch: 'No shapes match these filters.',
  failed: 'Unable to load the shapes.',
  loading: 'Loading shapes',
  keys: 'Click selects a shape. Shift selects a range, Ctrl adds to the selection. Arrow keys move, Space selects, Enter opens the image. The key of a label changes the label.',
  tile: (label: string, kind: ShapeName, image: string, suspicion: number | null, confidence: number | null) =>
    [
      `${label}, ${SHAPE_KINDS[kind].imported}`,
      image,
      ...(suspicion === null ? [] : [`suspected error, ${Math.round(100 * suspicion)} %`]),
      ...(confidence === null ? [] : [`confidence of the model, ${Math.round(100 * confidence)} %`]),
    ].join(', '),
  unnamed: 'image without a name',
  percent: (ratio: number) => `${Math.round(100 * ratio)} %`,
  open: 'Open image',
  similar: 'Show similar',
  moreFailed: 'Unable to load more shapes.',
  retry: 'Retry',
  actions: 'Change the selected shapes',
} as const;

/** Messages of bulk changes of selected shapes. */
export const wallBulkMessages = {
  noun: 'shapes',
  labels: { relabel: 'Change label', delete: 'Delete' },
  titles: {
    relabel: (count: number) => `Change the label of ${formatShapeCount(count)}`,
    delete: (count: number) => `Delete ${formatShapeCount(count)}?`,
  },
  done: {
    relabel: (count: number) => `Label of ${formatShapeCount(count)} changed.`,
    delete: (count: number) => `${formatShapeCount(count)} deleted.`,
  },
  failed: 'Unable to change the shapes.',
  unchanged: 'No shape has changed.',
  progress: (changed: number, total: number) => `${changed.toLocaleString('en')} of ${formatShapeCount(total)} changed`,
  stoppedAt: (changed: number) => `Stopped after ${formatShapeCount(changed)}.`,
  newLabel: 'New label',
  counting: 'Counting…',
  willChange: (changes: number, imageCount: number) =>
    changes === 0 ? 'No shape will change.' : `${formatShapeCount(changes)} in ${formatImageCount(imageCount)} will change.`,
  willDelete: (changes: number, imageCount: number) =>
    `${formatShapeCount(changes)} in ${formatImageCount(imageCount)} will be deleted.`,
  unfit: (count: number) => `${formatShapeCount(count)} cannot have this label and will not change.`,
} as const;

/** Messages of the dialog that sends images back. */
export const wallSendBackMessages = {
  button: 'Send back',
  title: 'Send images back',
  submit: 'Send back',
  text: 'What to change',
  textMissing: 'Enter what to change.',
  counting: 'Counting…',
  willSend: (count: number) =>
    count === 0
      ? 'None of these images is a completed item of a job, so none can be sent back.'
      : `${formatImageCount(count)} will be sent back to the annotators who completed them. You cannot undo this.`,
  notDone: (count: number) =>
    `${formatImageCount(count)} ${count === 1 ? 'is' : 'are'} not a completed item of a job and will not be sent back.`,
  sentBack: (count: number) => `${formatImageCount(count)} sent back.`,
  failed: 'Unable to send the images back.',
  tooMany: (max: number) => `Select at most ${formatShapeCount(max)} to send their images back.`,
} as const;
