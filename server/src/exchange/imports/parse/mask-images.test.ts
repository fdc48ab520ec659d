import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ImportFormat } from '@console/shared-contract/api';
import { countByFolder, separateMasks } from './mask-images';

function separateFiles(paths: readonly string[], format?: ImportFormat) {
  const { files, masks } = separateMasks(
    paths.map((path) => ({ path, size: 1, place: { file: path } })),
    format,
  );
  const trainingPaths = new Set(files.map(({ path }) => path));
  return { skipped: paths.filter((path) => !trainingPaths.has(path)), masks: Object.fromEntries(countByFolder(masks)) };
}

it.each<[string, ImportFormat, string[], Record<string, number>]>([
  [
    'labelme Pascal VOC',
    'voc',
    [
      'set/AnnotationsVisualization/1.jpg',
      ...['SegmentationClass/1.png', 'SegmentationClassPNG/1.png', 'SegmentationObjectVisualization/1.jpg'],
    ],
    { AnnotationsVisualization: 1, SegmentationClass: 1, SegmentationClassPNG: 1, SegmentationObjectVisualization: 1 },
  ],
  ['labelme COCO', 'coco', ['Visualization/1.jpg'], { Visualization: 1 }],
  ['LabelMe', 'voc', ['Masks/1_mask_0.png', 'Scribbles/1_scribble_12.png'], { Masks: 1, Scribbles: 1 }],
  ['COCO panoptic', 'coco', ['annotations/panoptic_val/1.png'], { panoptic_val: 1 }],
  ['ADE20K', 'voc', ['annotations/training/1.png'], { annotations: 1 }],
  ['YOLO with masks', 'yolo', ['labels/train/1.png'], { labels: 1 }],
  ['Roboflow masks', 'csv', ['JPEGImages/1_mask.png'], { JPEGImages: 1 }],
  ['Cityscapes', 'pictures', ['gtFine/train/aachen/1_labelIds.png'], { aachen: 1 }],
])('separates masks of %s from images', (_, format, masks, counts) => {
  const images = ['set/JPEGImages/1.jpg', 'set/JPEGImages/2.jpg'];
  expect(separateFiles([...images, ...masks, 'x.json', 'labels/1.txt'], format)).toEqual({ skipped: masks, masks: counts });
});

it.each<[string, ImportFormat, string[]]>([
  ['images in folders of labels', 'folders', ['masks/1.jpg', 'faces/1.jpg', 'labels/1.jpg']],
  ['images without a counterpart', 'voc', ['masks/1.jpg', 'Visualization/3.jpg', 'annotations/4.png', 'images/2.jpg']],
  ['photos of masks', 'coco', ['person.jpg', 'person_mask.jpg']],
])('keeps %s', (_, format, paths) => {
  expect(separateFiles(paths, format)).toEqual({ skipped: [], masks: {} });
});

it('never separates images outside mask folders, for any layout', () => {
  const folder = fc.constantFrom('a', 'images', 'train', 'cam1', 'JPEGImages');
  const path = fc
    .tuple(fc.array(folder, { maxLength: 3 }), fc.constantFrom('1.jpg', '2.png', '3.tif'))
    .map((parts) => parts.flat().join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path), fc.constantFrom<ImportFormat>('coco', 'voc', 'folders'), (paths, format) => {
      expect(separateFiles(paths, format).skipped).toEqual([]);
    }),
  );
});

const SAMPLES = join(process.cwd(), '..', 'shared', 'data', 'formats');
(existsSync(SAMPLES) ? it : it.skip)('separates the masks of sample files from other tools', () => {
  const listFiles = (datasetName: string) => readdirSync(join(SAMPLES, datasetName), { recursive: true, encoding: 'utf8' });
  expect(separateFiles(listFiles('dm_voc_dataset1'), 'voc').masks).toEqual({ SegmentationClass: 1, SegmentationObject: 1 });
  expect(separateFiles(listFiles('dm_labelme_dataset'), 'voc').masks).toEqual({ Masks: 2, Scribbles: 2 });
  expect(separateFiles(listFiles('dm_coco_panoptic'), 'coco').masks).toEqual({ panoptic_train: 1, panoptic_val: 1 });
});
