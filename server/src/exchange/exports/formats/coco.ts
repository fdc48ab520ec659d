import type { ExportShapes } from '@console/shared-contract/api';
import { countLabelledPoints, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { decodeCounts } from '@console/shared-contract/mask-rle';
import {
  OmittedCounts,
  countOmitted,
  roundCoordinate,
  toRepresented,
  type ExportedImage,
  type ExportedLabel,
  type FormatWriter,
  type ExportFileWriter,
} from './format';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';
import { hasFlag, type ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { computeTwiceArea } from '../../../data-access/shapes/geometry';
import type { Split } from './splits';

/**
 * Writes COCO object annotations, one file per split (cocodataset.org, 'Data format'). Boxes are x, y, width and height, outlines x, y, x,
 * y ... in pixels of the upright image. Ids start at 1. A rotated box has the attribute `rotation` like in CVAT: degrees clockwise about
 * the center of `bbox`.
 */
export function createCocoWriter(
  { append, addConcatenated }: ExportFileWriter,
  { shapes, labels, parts: splits }: { shapes: ExportShapes; labels: readonly ExportedLabel[]; parts: readonly Split[] },
): FormatWriter {
  const omittedCounts = new OmittedCounts();
  const categories = new Map(labels.map(({ id }, index) => [id, index + 1]));
  const counts = new Map(splits.map((split) => [split, { images: 0, annotations: 0 }]));
  const toPartPath = (split: Split, content: string) => `${split}-${content}.part`;

  const toAnnotations = ({ objects, polygons, skeletons, masks }: ExportedImage['image']) =>
    shapes === 'skeletons'
      ? skeletons.flatMap(toKeypoints)
      : shapes !== 'polygons'
        ? objects.map(({ data, rotated_box, detection_label, attributes }) => ({
            category_id: categories.get(detection_label.id)!,
            ...toBox(data, rotated_box),
            segmentation: [],
            ...toCocoAttributes(attributes, rotated_box),
          }))
        : [
            ...polygons.map(({ data, bbox, segmentation_label, attributes }) => ({
              category_id: categories.get(segmentation_label.id)!,
              bbox: toCocoBox(bbox),
              area: computeTwiceArea(data) / 2,
              segmentation: [data],
              ...toCocoAttributes(attributes),
            })),
            ...masks.map(({ data, bbox, area, segmentation_label, attributes }) => ({
              category_id: categories.get(segmentation_label.id)!,
              bbox: toCocoBox(bbox),
              area,
              // COCO stores the masks of groups of objects (crowds) as uncompressed run lengths.
              segmentation: hasFlag(attributes, 'crowd') ? { size: data.size, counts: decodeCounts(data.counts) } : data,
              ...toCocoAttributes(attributes),
            })),
          ];

  // The points of a skeleton whose label has no template cannot be named, so such skeletons are left out. Dataset versions of earlier
  // releases have no templates.
  const toKeypoints = ({ data, bbox, detection_label, attributes }: ImageRecord['skeletons'][number]) =>
    categories.has(detection_label.id)
      ? {
          category_id: categories.get(detection_label.id)!,
          bbox: toCocoBox(bbox),
          area: toCocoBox(bbox)
            .slice(2)
            .reduce((area, side) => area * side, 1),
          keypoints: data,
          num_keypoints: countLabelledPoints(data),
          segmentation: [],
          ...toCocoAttributes(attributes),
        }
      : [];

  const listedCategories = labels.map(({ id, title, skeleton }) => ({
    id: categories.get(id),
    name: title,
    supercategory: '',
    ...(shapes === 'skeletons' && skeleton && toKeypointFields(skeleton)),
  }));
  for (const split of splits)
    addConcatenated(`annotations/${shapes === 'skeletons' ? 'keypoints' : 'instances'}_${split}.json`, [
      '{"images":[\n',
      { file: toPartPath(split, 'images') },
      '\n],"annotations":[\n',
      { file: toPartPath(split, 'annotations') },
      `\n],"categories":${JSON.stringify(listedCategories)}}\n`,
    ]);

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const splitCounts = counts.get(split)!;
      const imageRow = { id: splitCounts.images + 1, file_name: fileName, width: image.img_width, height: image.img_height };
      await append(toPartPath(split, 'images'), `${splitCounts.images > 0 ? ',\n' : ''}${JSON.stringify(imageRow)}`);
      splitCounts.images += 1;
      for (const annotation of toAnnotations(image)) {
        const id = splitCounts.annotations + 1;
        const annotationText = JSON.stringify({ id, image_id: imageRow.id, ...annotation });
        await append(toPartPath(split, 'annotations'), `${splitCounts.annotations > 0 ? ',\n' : ''}${annotationText}`);
        splitCounts.annotations = id;
      }
      countOmitted(omittedCounts, image, toRepresented(shapes));
    },
    end: async () => undefined,
    getImagePaths: ({ split, fileName }) => [`images/${split}/${fileName}`],
  };
}

/** The names and edges of a category's points. Indexes start at 1. */
const toKeypointFields = ({ points, edges }: SkeletonTemplate) => ({
  keypoints: points.map(({ name }) => name),
  skeleton: edges.map((edge) => edge.map((index) => index + 1)),
});

const toCocoBox = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) => [x1, y1, x2 - x1, y2 - y1];

/** Returns `iscrowd`, and `attributes` with the other attributes and the angle of a rotated box, like CVAT. */
function toCocoAttributes({ crowd, ...otherAttributes }: ShapeAttributes, rotatedBox: readonly number[] | null = null) {
  const rotation = rotatedBox?.[4];
  const attributes = { ...otherAttributes, ...(rotation !== undefined && { rotation: roundCoordinate(rotation) }) };
  return { iscrowd: crowd === true ? 1 : 0, ...(Object.keys(attributes).length > 0 && { attributes }) };
}

/** Returns the box before its rotation. */
function toBox([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], rotatedBox: readonly number[] | null) {
  if (!rotatedBox) return { bbox: toCocoBox([x1, y1, x2, y2]), area: (x2 - x1) * (y2 - y1) };
  const [x = 0, y = 0, width = 0, height = 0] = rotatedBox;
  const bbox = [x - width / 2, y - height / 2, width, height].map(roundCoordinate);
  return { bbox, area: roundCoordinate(width * height) };
}
