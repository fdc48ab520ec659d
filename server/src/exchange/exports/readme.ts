import type { ExportFormat, ExportRequest } from '@console/shared-contract/api';
import type { Version } from '../datasets/read-version';

const FORMAT_DESCRIPTIONS: Record<ExportFormat, string> = {
  console: `console.jsonl has a header line, one line for each label and one for each image with all its data. Groups and jobs
have a line before the first image or group that refers to them. A job has its settings of independent work and gold items, but
neither layers nor gold items; a recognition task has its target. Images are the uploaded files, except converted or downscaled
ones; content_hash is the SHA-256 of the upload. Boxes are x1, y1, x2, y2, outlines x, y, x, y ... rotated_box is the
center, width, height and clockwise degrees of a rotated box. Masks are run lengths as in COCO: size is height and
width, counts go down the columns. Skeletons are x, y and visibility of each point: 0 absent, 1 occluded, 2 visible.`,
  coco: `annotations/ has one COCO file for each part. Boxes are x, y, width and height, outlines x, y, x, y ... Masks are run
lengths: size is height and width, counts go down the columns. A rotated box has the attribute rotation, as in CVAT:
turn its bbox clockwise by these degrees about its center. The flag crowd is iscrowd, other attributes of shapes are
in attributes. Keypoints are x, y and visibility of each point: 0 absent, 1 occluded, 2 visible.`,
  yolo: `Folders as Ultralytics expects them: labels/ has one text file for each image, data.yaml names the parts and the
labels. The folders in data.yaml are relative to it. A line of a skeleton has the box, then x, y and visibility of
each point: 0 absent, 1 occluded, 2 visible.`,
  voc: `Folders of Pascal VOC: Annotations/ has one XML file for each image, ImageSets/Main the lists of the parts. Boxes name
their first and last pixel, counted from 1: a box from x1 to x2 in the console is x1 + 1 to x2 in the file. The
attribute pose and the flags truncated, occluded and difficult are elements. The PNG files of SegmentationClass have
the class of each pixel, those of SegmentationObject its mask, as numbers of a palette. labelmap.txt names the colors
of the classes.`,
  csv: `images.csv has a row for each label of an image, objects.csv one for each label of a box. Images and boxes without a
label have one row. Boxes are x1, y1, x2, y2. The column attributes has a JSON object. images.csv has the users who
verified an image, with dates in the same order. Remove these columns before you publish it.`,
  cvat: `annotations.xml has the boxes, polygons, masks, skeletons, points and tags of all images, as CVAT for images 1.1. Upload
it to a CVAT task with these images and labels. A point of a skeleton that is absent is outside in CVAT.`,
  labelstudio: `tasks.json has a Label Studio task for each image, or one file for each part. data.image is the path of the image in this folder: replace
it by the URL under which Label Studio finds the image.`,
  labelme: `Each image has a labelme JSON file of the same name beside it. Labels of an image are its flags, attributes that are true are
flags of a shape. Rotated boxes are oriented rectangles, which labelme has since version 6.2.`,
  dota: `labelTxt has one text file for each image. A line has the four corners of a box, its class, and 1 for difficult
objects, otherwise 0. Spaces in names of classes are hyphens.`,
  folders:
    'Each image is in the folder of its label. Images with several labels are in several folders, images without a label in _unlabelled.',
};

/** Formats README.txt: what the zip contains, and what its format cannot represent. */
export function formatReadme(
  request: ExportRequest,
  {
    images: imageCount,
    deleted: deletedCount,
    omitted,
    version,
    hasImageList,
  }: {
    images: number;
    deleted: number;
    omitted: ReadonlyMap<string, number>;
    version: Version | null;
    /** Whether the zip contains a list of its images. */
    hasImageList: boolean;
  },
): string {
  const omittedLines = [...omitted].map(([description, count]) => `- ${count} ${description}`);
  return [
    `${imageCount} images.`,
    ...(version ? [`Dataset version ${version.name ?? version.id} of ${version.created.toISOString().slice(0, 10)}.`] : []),
    ...(deletedCount > 0 ? [`${deletedCount} of these images have been deleted since. MISSING.txt lists them.`] : []),
    FORMAT_DESCRIPTIONS[request.format],
    ...(hasImageList ? ['images.txt lists the images of all parts in the order of their upload.'] : []),
    `Coordinates are pixels from the upper left corner of the upright image. Apply the EXIF orientation of a photo before you draw its shapes
(Pillow: ImageOps.exif_transpose).`,
    ...(request.split.by === 'shares'
      ? [
          `Random parts: train ${request.split.train}, val ${request.split.val}, test ${request.split.test} percent, seed ${request.split.seed}.`,
        ]
      : []),
    ...(omittedLines.length > 0 ? [`This format cannot represent:\n${omittedLines.join('\n')}`] : []),
    '',
  ].join('\n\n');
}
