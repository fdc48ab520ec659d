import type { ExportShapes } from '@console/shared-contract/api';
import { stringify } from 'yaml';
import { traceMaskOutlines } from '../../../data-access/shapes/mask-outlines';
import type { ImageRecord } from '../../../data-access/shapes/read-workspace';
import type { Split } from './layout';
import {
  OmittedCounts,
  countOmitted,
  countAttributes,
  countRotations,
  getObjectCorners,
  type ExportedLabel,
  type FormatWriter,
  type ExportFileWriter,
} from './format';

/** Precise to a tenth of a pixel in the largest supported image. */
const DECIMALS = 8;

/** Returns the outline of the largest part of a mask. Counts the other parts and the holes, for which a line has no place. */
function traceLargestPart(mask: ImageRecord['masks'][number], omitted: OmittedCounts): number[] {
  const { outlines, holes } = traceMaskOutlines(mask);
  omitted.add('parts of masks: only the outline of the largest part is exported', outlines.length - 1);
  omitted.add('holes in masks, which are filled', holes);
  return outlines[0] ?? [];
}

/**
 * Writes Ultralytics YOLO folders (docs.ultralytics.com, 'Datasets'). A line has the number of the label and fractions of the image's width and
 * height: center, width and height of a box, the corners of a rotated box, or the points of an outline. `data.yaml` names splits and labels.
 */
export function createYoloWriter(
  { add }: ExportFileWriter,
  { shapes, labels, parts }: { shapes: ExportShapes; labels: readonly ExportedLabel[]; parts: readonly Split[] },
): FormatWriter {
  const omitted = new OmittedCounts();
  const numbers = new Map(labels.map(({ id }, index) => [id, index]));
  const getFolder = (part: Split) => (part === 'all' ? 'train' : part);
  const toFraction = (length: number, side: number) => Number((length / side).toFixed(DECIMALS));

  return {
    omitted,
    image: async ({ image, part, fileName }) => {
      const { img_width: width, img_height: height, objects, polygons } = image;
      const toFractions = (data: readonly number[]) =>
        data.map((value, position) => toFraction(value, position % 2 === 0 ? width : height));
      const lines =
        shapes === 'rotated_boxes'
          ? objects.map((object) => [numbers.get(object.detection_label.id)!, ...toFractions(getObjectCorners(object))])
          : shapes === 'boxes'
            ? objects.map(({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], detection_label }) => [
                numbers.get(detection_label.id)!,
                toFraction((x1 + x2) / 2, width),
                toFraction((y1 + y2) / 2, height),
                toFraction(x2 - x1, width),
                toFraction(y2 - y1, height),
              ])
            : [...polygons, ...image.masks.map((mask) => ({ ...mask, data: traceLargestPart(mask, omitted) }))].map(
                ({ data, segmentation_label }) => [numbers.get(segmentation_label.id)!, ...toFractions(data)],
              );
      const text = lines.map((line) => `${line.join(' ')}\n`).join('');
      await add(`labels/${getFolder(part)}/${fileName.replace(/\.\w+$/, '.txt')}`, text);
      countOmitted(omitted, image, shapes === 'polygons' ? ['polygons', 'masks'] : ['objects']);
      if (shapes === 'boxes') countRotations(omitted, image);
      countAttributes(omitted, shapes === 'polygons' ? [...polygons, ...image.masks] : objects);
    },
    end: async () => {
      const folders = parts.map(getFolder);
      // Ultralytics requires `val`. Without a validation split, it names the training split.
      const paths = {
        train: 'train',
        val: folders.includes('val') ? 'val' : 'train',
        ...(folders.includes('test') && { test: 'test' }),
      };
      const folder = Object.fromEntries(Object.entries(paths).map(([name, split]) => [name, `images/${split}`]));
      // A Map keeps numeric keys. As keys of an object they would become strings, which YOLO does not find.
      const names = new Map(labels.map(({ title }, index) => [index, title]));
      // YOLO reads YAML 1.1, where an unquoted yes or 12:30 is not a string.
      const quoted = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;
      // Without `path`, Ultralytics resolves the folders against the folder of this file. It resolves `.` against the working folder.
      await add('data.yaml', stringify({ ...folder, nc: labels.length, names }, quoted));
    },
    getImagePaths: ({ part, fileName }) => [`images/${getFolder(part)}/${fileName}`],
  };
}
