import type { ExportShapes } from '@console/shared-contract/api';
import { getOpposites, NUMBERS_PER_SKELETON_POINT, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { stringify } from 'yaml';
import { traceMaskOutlines } from '@console/shared-contract/mask-outlines';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';
import type { Split } from './splits';
import {
  OmittedCounts,
  countOmitted,
  countAttributes,
  countRotations,
  getObjectCorners,
  toRepresented,
  type ExportedLabel,
  type FormatWriter,
  type ExportFileWriter,
} from './format';

/** Number of decimals of a fraction. It is precise to a tenth of a pixel in the largest supported image. */
const DECIMALS = 8;

/**
 * Returns the outline of the largest part of a mask. Counts the other parts and the holes as omitted, because a line of a YOLO file cannot
 * contain them.
 */
function traceLargestPart(mask: ImageRecord['masks'][number], omittedCounts: OmittedCounts): number[] {
  const { outlines, holes } = traceMaskOutlines(mask);
  omittedCounts.add('parts of masks: only the outline of the largest part is exported', outlines.length - 1);
  omittedCounts.add('holes in masks, which are filled', holes);
  return outlines[0] ?? [];
}

/**
 * Writes Ultralytics YOLO folders (docs.ultralytics.com, 'Datasets'). A line contains the number of the label and coordinates as fractions
 * of the image's width and height. The coordinates are the center, width and height of a box, the corners of a rotated box, or the points
 * of an outline. The points of a skeleton follow its box. `data.yaml` names splits and labels.
 */
export function createYoloWriter(
  { add }: ExportFileWriter,
  { shapes, labels, parts: splits }: { shapes: ExportShapes; labels: readonly ExportedLabel[]; parts: readonly Split[] },
): FormatWriter {
  const omittedCounts = new OmittedCounts();
  const classNumbers = new Map(labels.map(({ id }, index) => [id, index]));
  const getFolder = (split: Split) => (split === 'all' ? 'train' : split);
  const templates = labels.map(({ skeleton }) => skeleton);
  // YOLO requires the same number of keypoints for all classes. Shorter skeletons are filled up with absent points.
  const keypointCount = Math.max(0, ...templates.map((template) => template?.points.length ?? 0));
  const toFraction = (length: number, side: number) => Number((length / side).toFixed(DECIMALS));

  const describeKeypoints = () => {
    const largestTemplate = templates.find((template) => template?.points.length === keypointCount);
    return {
      kpt_shape: [keypointCount, NUMBERS_PER_SKELETON_POINT],
      flip_idx: largestTemplate ? getOpposites(largestTemplate) : [],
      kpt_names: new Map(
        templates.map((template, number) => [
          number,
          Array.from({ length: keypointCount }, (_, index) => template?.points[index]?.name ?? `unused_${index + 1}`),
        ]),
      ),
    };
  };

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const { img_width: width, img_height: height, objects, polygons, skeletons } = image;
      const toFractions = (data: readonly number[]) =>
        data.map((value, position) => toFraction(value, position % 2 === 0 ? width : height));
      const toBox = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) => [
        ...[toFraction((x1 + x2) / 2, width), toFraction((y1 + y2) / 2, height)],
        ...[toFraction(x2 - x1, width), toFraction(y2 - y1, height)],
      ];
      const toKeypoints = (data: readonly number[]) =>
        Array.from({ length: keypointCount * NUMBERS_PER_SKELETON_POINT }, (_, position) => {
          const coordinate = data[position] ?? 0;
          const valueIndex = position % NUMBERS_PER_SKELETON_POINT;
          return valueIndex === 2 ? coordinate : toFraction(coordinate, valueIndex === 0 ? width : height);
        });
      const lines =
        shapes === 'skeletons'
          ? skeletons.flatMap(({ data, bbox, detection_label }) => {
              const classNumber = classNumbers.get(detection_label.id);
              return classNumber === undefined ? [] : [[classNumber, ...toBox(bbox), ...toKeypoints(data)]];
            })
          : shapes === 'rotated_boxes'
            ? objects.map((object) => [classNumbers.get(object.detection_label.id)!, ...toFractions(getObjectCorners(object))])
            : shapes === 'boxes'
              ? objects.map(({ data, detection_label }) => [classNumbers.get(detection_label.id)!, ...toBox(data)])
              : [...polygons, ...image.masks.map((mask) => ({ ...mask, data: traceLargestPart(mask, omittedCounts) }))].map(
                  ({ data, segmentation_label }) => [classNumbers.get(segmentation_label.id)!, ...toFractions(data)],
                );
      const text = lines.map((line) => `${line.join(' ')}\n`).join('');
      await add(`labels/${getFolder(split)}/${fileName.replace(/\.\w+$/, '.txt')}`, text);
      countOmitted(omittedCounts, image, toRepresented(shapes));
      if (shapes === 'boxes') countRotations(omittedCounts, image);
      countAttributes(
        omittedCounts,
        shapes === 'skeletons' ? skeletons : shapes === 'polygons' ? [...polygons, ...image.masks] : objects,
      );
    },
    end: async () => {
      if (shapes === 'skeletons') omittedCounts.add('edges between points of skeletons', sumEdges(templates));
      const folders = splits.map(getFolder);
      // Ultralytics requires `val`. Without a validation split, `val` names the training split.
      const paths = {
        train: 'train',
        val: folders.includes('val') ? 'val' : 'train',
        ...(folders.includes('test') && { test: 'test' }),
      };
      const folderFields = Object.fromEntries(Object.entries(paths).map(([name, split]) => [name, `images/${split}`]));
      // A Map keeps numeric keys. As keys of an object they would become strings, which YOLO does not find.
      const names = new Map(labels.map(({ title }, index) => [index, title]));
      // YOLO reads YAML 1.1, where an unquoted yes or 12:30 is not a string.
      const yamlOptions = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;
      // Without `path`, Ultralytics resolves the folders against the folder of this file. A `path` of `.` would refer to the working
      // folder.
      await add(
        'data.yaml',
        stringify({ ...folderFields, nc: labels.length, names, ...(shapes === 'skeletons' && describeKeypoints()) }, yamlOptions),
      );
    },
    getImagePaths: ({ split, fileName }) => [`images/${getFolder(split)}/${fileName}`],
  };
}

const sumEdges = (templates: readonly (SkeletonTemplate | null | undefined)[]) =>
  templates.reduce((sum, template) => sum + (template?.edges.length ?? 0), 0);
