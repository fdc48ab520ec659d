import type { ExportFormat } from '@console/shared-contract/api';
import { plural } from './plural';

const formats: Readonly<Record<ExportFormat, string>> = {
  coco: 'COCO (JSON)',
  yolo: 'YOLO (Ultralytics)',
  voc: 'Pascal VOC (XML)',
  csv: 'CSV (labels and values)',
  folders: 'Pictures in folders by label',
  console: "The console's own (JSON Lines)",
};

/** What a format cannot take is said before the export begins. */
const limits: Readonly<Record<ExportFormat, string>> = {
  coco: 'Boxes or polygons, with their labels. Points, labels of images and of objects are left out.',
  yolo: 'Boxes or polygons, with their labels. Points, labels of images and of objects are left out.',
  voc: 'Boxes with their labels. Polygons, points, labels of images and of objects are left out.',
  csv: 'Labels and values of images and of objects, one row each. Polygons and points are left out.',
  folders: 'One folder a label; a picture of several labels is in each. Nothing that is drawn, and no values.',
  console:
    'Everything that is known of the images. Of groups and jobs a dataset version has the names alone; products come without their own pictures.',
};

/** Sentences of the export. */
export const exportMessages = {
  submit: 'Export',
  failed: 'Unable to export the images!',
  started: 'The export is being downloaded.',
  startedImages: (images: number) => plural(images, 'image', 'images'),
  what: (images: number) => `${plural(images, 'image', 'images')}: what this list shows with its filters.`,
  whatSelected: (images: number) => `${plural(images, 'image', 'images')}: what is selected.`,
  versionTitle: (name: string) => `Export ${name}`,
  whatOfVersion: (images: number, deleted: number) =>
    `${plural(images, 'image', 'images')}, as they were when this version was made.${
      deleted > 0 ? ` ${plural(deleted, 'picture has', 'pictures have')} been deleted since: the zip names them.` : ''
    }`,
  format: 'Format',
  formats,
  limits,
  shapes: { label: 'Shapes', boxes: 'Boxes', polygons: 'Polygons' },
  pictures: 'With the pictures',
  onlyVerified: 'Only verified images',
  split: {
    label: 'Parts',
    none: 'All together',
    test: 'TEST apart from the others',
    shares: 'By shares, by chance',
    train: 'Train %',
    val: 'Val %',
    testShare: 'Test %',
    seed: 'Seed',
    notHundred: (sum: number) => `The shares make ${sum} together, and must make 100.`,
    notWhole: 'Whole numbers from 0 to 100.',
    notSeed: 'A whole number from 0 to 2147483647.',
  },
} as const;
