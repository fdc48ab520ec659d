import type { ExportFormat, ExportRequest } from '@console/shared-contract/api';
import type { Version } from '../datasets/read-version';

const ABOUT: Record<ExportFormat, string> = {
  console: `console.jsonl has a line for its version, one for each label and one for each image, with all that the workspace knows of it; groups and
jobs have a line before the first image that names them. Pictures are as they were uploaded; content_hash is the SHA-256 of one. Boxes are x1, y1, x2, y2, outlines x, y, x, y ...`,
  coco: `annotations/ has a file of COCO's format for each part. Boxes are x, y, width and height, outlines x, y, x, y ...`,
  yolo: `The folders of Ultralytics: labels/ has a text file for each picture, data.yaml names the parts and the labels.
Set "path" in data.yaml to where you unpack it.`,
  voc: `The folders of Pascal VOC: Annotations/ has an XML file for each picture, ImageSets/Main the lists of the parts. Boxes name their
first and last pixel, counted from 1: a box from x1 to x2 in the console is x1 + 1 to x2 here.`,
  csv: `images.csv has a row for each label of an image, objects.csv one for each label of a box; what has no label has one row. Boxes are
x1, y1, x2, y2.`,
  folders:
    'Each picture is in the folder of its label, one of several labels in several folders, one without a label in _unlabelled.',
};

/** What is in the zip, and what its format could not take. */
export function formatReadme(
  order: ExportRequest,
  {
    images,
    deleted,
    omitted,
    version,
  }: { images: number; deleted: number; omitted: ReadonlyMap<string, number>; version: Version | null },
): string {
  const left = [...omitted].map(([what, count]) => `- ${count} ${what}`);
  return [
    `${images} images.`,
    ...(version
      ? [`As the dataset version ${version.name ?? version.id} of ${version.created.toISOString().slice(0, 10)} has them.`]
      : []),
    ...(deleted > 0 ? [`${deleted} of these images have been deleted since: MISSING.txt names them.`] : []),
    ABOUT[order.format],
    `Lengths are pixels from the upper left corner of the upright picture: a photograph whose EXIF data turn it is to be turned before its
shapes are laid on it (Pillow: ImageOps.exif_transpose).`,
    ...(order.split.by === 'shares'
      ? [
          `Parts by chance: train ${order.split.train}, val ${order.split.val}, test ${order.split.test} per cent, seed ${order.split.seed}.`,
        ]
      : []),
    ...(left.length > 0 ? [`This format does not take:\n${left.join('\n')}`] : []),
    '',
  ].join('\n\n');
}
