import type { ExportFormat } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const formats: Readonly<Record<ExportFormat, string>> = {
  coco: 'COCO (JSON)',
  yolo: 'YOLO (Ultralytics)',
  voc: 'Pascal VOC (XML)',
  csv: 'CSV (labels and values)',
  cvat: 'CVAT (XML)',
  labelstudio: 'Label Studio (JSON)',
  labelme: 'labelme (JSON)',
  dota: 'DOTA (rotated boxes)',
  folders: 'Images in folders by label',
  console: "The console's own (JSON Lines)",
};

/** What each format contains and leaves out. Shown before the export starts. */
const limits: Readonly<Record<ExportFormat, string>> = {
  coco: 'Boxes with their angle, polygons and masks, or skeletons, with their labels and attributes. Points, labels of images and of objects are left out.',
  yolo: 'Boxes, rotated boxes, polygons and masks, or skeletons, with their labels. Points, attributes, labels of images and of objects are left out. As boxes, rotated boxes become the upright boxes around them. Masks become the outline of their largest part.',
  voc: 'Boxes with their labels, truncated, occluded, difficult and pose, and masks as PNG files. Rotated boxes become the upright boxes around them. Polygons, skeletons, points, other attributes, labels of images and of objects are left out.',
  csv: 'Labels and values of images and of objects, one row each, with attributes of objects. Rotated boxes become the upright boxes around them. Polygons, masks, skeletons and points are left out.',
  cvat: 'Boxes with their angle, polygons, masks, skeletons and points with their labels and attributes, and labels of images. Values and labels of objects are left out.',
  labelstudio:
    'Boxes with their angle, polygons, masks and points with their labels, and labels of images. Skeletons, attributes, values and labels of objects are left out.',
  labelme:
    'Boxes with their angle (labelme 6.2 or later), polygons, masks and points with their labels and the attributes that are true, and labels of images. Skeletons, other attributes, values and labels of objects are left out.',
  dota: 'Boxes with their angle, their labels and difficult. Polygons, masks, skeletons, points, other attributes, labels of images and of objects are left out.',
  folders: 'One folder a label; an image with several labels is in each. Shapes and values are left out.',
  console:
    'All data of the images. A dataset version contains only the names of groups and jobs; products are exported without their own images.',
};

export const exportMessages = {
  submit: 'Export',
  failed: 'Unable to export the images!',
  started: 'The export is being downloaded.',
  startedImages: (images: number) => formatCount(images, 'image', 'images'),
  allMatching: (images: number) => `${formatCount(images, 'image', 'images')}: all that match the filters of this list.`,
  selected: (images: number) => `${formatCount(images, 'image', 'images')}: the current selection.`,
  versionTitle: (name: string) => `Export ${name}`,
  whatOfVersion: (images: number, deletedCount: number) =>
    `${formatCount(images, 'image', 'images')}, as they were when this version was made.${
      deletedCount > 0 ? ` ${formatCount(deletedCount, 'image has', 'images have')} been deleted since: the zip names them.` : ''
    }`,
  format: 'Format',
  formats,
  limits,
  shapes: {
    label: 'Shapes',
    boxes: 'Boxes',
    polygons: 'Polygons and masks',
    rotated_boxes: 'Rotated boxes (OBB)',
    skeletons: 'Skeletons (keypoints)',
  },
  pictures: 'With the image files',
  onlyVerified: 'Only verified images',
  split: {
    label: 'Split',
    none: 'No split',
    test: 'Separate TEST images',
    shares: 'Random, by percentage',
    train: 'Train %',
    val: 'Val %',
    testShare: 'Test %',
    seed: 'Seed',
    notHundred: (sum: number) => `The percentages total ${sum}. They must total 100.`,
    notWhole: 'Whole numbers from 0 to 100.',
    notSeed: 'A whole number from 0 to 2147483647.',
  },
} as const;
