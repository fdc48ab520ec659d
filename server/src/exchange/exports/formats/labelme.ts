import { cropRuns, decodeBitmap, decodeCounts } from '@console/shared-contract/mask-rle';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { toMaskSize } from '../../../data-access/shapes/mask-geometry';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';
import type { Split } from './splits';
import {
  OmittedCounts,
  countAttributes,
  countOmitted,
  getObjectCorners,
  type FormatWriter,
  type ExportFileWriter,
} from './format';
import { encodePalettePng } from './palette-png';

/** The first labelme version that supports the shape type `oriented_rectangle`. */
const LABELME_VERSION = '6.2.0';
const BLACK_AND_WHITE = Buffer.from('000000ffffff', 'hex');

/**
 * Writes the JSON files of labelme (github.com/wkentaro/labelme), one beside each image. Labels of an image are its flags. An attribute of
 * a shape becomes a flag if its value is true, because labelme refuses flags with other values.
 */
export function createLabelmeWriter({ add }: ExportFileWriter): FormatWriter {
  const omittedCounts = new OmittedCounts();
  const toPath = (split: Split, fileName: string) => `${split === 'all' ? 'images' : split}/${fileName}`;

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const content = {
        version: LABELME_VERSION,
        flags: Object.fromEntries(image.labels.map(({ name }) => [name, true])),
        shapes: createShapes(image),
        imagePath: fileName,
        imageData: null,
        imageHeight: image.img_height,
        imageWidth: image.img_width,
      };
      await add(toPath(split, fileName.replace(/\.\w+$/, '.json')), `${JSON.stringify(content, null, 2)}\n`);
      countOmitted(omittedCounts, image, ['objects', 'polygons', 'masks', 'points', 'labels']);
      for (const shape of [...image.objects, ...image.polygons, ...image.masks, ...image.points])
        countAttributes(omittedCounts, [shape], Object.keys(toFlags(shape.attributes)));
      omittedCounts.add('values of labels', image.labels.filter(({ value }) => value !== null).length);
    },
    end: async () => undefined,
    getImagePaths: ({ split, fileName }) => [toPath(split, fileName)],
  };
}

const toFlags = (attributes: ShapeAttributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value === true));

function createShapes({ objects, polygons, masks, points }: ImageRecord): object[] {
  const createShape = (label: string, type: string, data: readonly number[], attributes: ShapeAttributes = {}) => ({
    label,
    points: Array.from({ length: data.length / 2 }, (_, index) => [data[index * 2], data[index * 2 + 1]]),
    group_id: null,
    description: '',
    shape_type: type,
    flags: toFlags(attributes),
    mask: null,
  });
  return [
    ...objects.map((object) => {
      const { data, rotated_box, detection_label, attributes } = object;
      return rotated_box
        ? createShape(detection_label.name, 'oriented_rectangle', getObjectCorners(object), attributes)
        : createShape(detection_label.name, 'rectangle', data, attributes);
    }),
    ...polygons.map(({ data, segmentation_label, attributes }) =>
      createShape(segmentation_label.name, 'polygon', data, attributes),
    ),
    ...masks.map((mask) => {
      // In labelme, the corners of a mask are its first and last pixel.
      const [left = 0, top = 0, right = 0, bottom = 0] = mask.bbox;
      const corners = [left, top, right - 1, bottom - 1];
      return { ...createShape(mask.segmentation_label.name, 'mask', corners, mask.attributes), mask: encodeMask(mask) };
    }),
    ...points.map(({ data, name, attributes }) => createShape(name, 'point', data, attributes)),
  ];
}

/** Encodes the pixels inside the box of a mask as a PNG in Base64, with 1 for foreground. */
function encodeMask({ data: { size, counts }, bbox: [left = 0, top = 0, right = 0, bottom = 0] }: ImageRecord['masks'][number]) {
  const region = { left, top, width: right - left, height: bottom - top };
  const bitmap = decodeBitmap(cropRuns(decodeCounts(counts), toMaskSize(size), region), [region.height, region.width]);
  return encodePalettePng(bitmap, region, BLACK_AND_WHITE).toString('base64');
}
