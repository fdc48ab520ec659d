import { decodeCounts } from '@console/shared-contract/mask-rle';
import { encodeBrushRle } from '../../../data-access/shapes/brush-rle';
import { toMaskSize } from '../../../data-access/shapes/mask-geometry';
import { computeRotatedCorners } from '@console/shared-contract/rotated-box';
import type { Split } from './splits';
import {
  OmittedCounts,
  countAttributes,
  countOmitted,
  type ExportedImage,
  type FormatWriter,
  type ExportFileWriter,
} from './format';

/** Number of decimals of a percentage. It is precise to a tenth of a pixel in the largest supported image. */
const DECIMALS = 6;

/**
 * Writes Label Studio JSON (labelstud.io, 'Export'), a list of tasks for each split, with coordinates in percent of the image's width and height.
 * A rotated box is turned clockwise about its first corner.
 */
export function createLabelStudioWriter(
  { append }: ExportFileWriter,
  { parts: splits }: { parts: readonly Split[] },
): FormatWriter {
  const omittedCounts = new OmittedCounts();
  const counts = new Map(splits.map((split) => [split, 0]));
  const toPath = (split: Split) => (split === 'all' ? 'tasks.json' : `tasks-${split}.json`);

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const exportedCount = counts.get(split) ?? 0;
      const task = { data: { image: `images/${fileName}` }, annotations: [{ result: createResults(image) }] };
      await append(toPath(split), `${exportedCount > 0 ? ',\n' : '[\n'}${JSON.stringify(task)}`);
      counts.set(split, exportedCount + 1);
      countOmitted(omittedCounts, image, ['objects', 'polygons', 'masks', 'points', 'labels']);
      countAttributes(omittedCounts, [...image.objects, ...image.polygons, ...image.masks, ...image.points]);
      omittedCounts.add('values of labels', image.labels.filter(({ value }) => value !== null).length);
    },
    end: async () => {
      for (const split of splits) await append(toPath(split), `${counts.get(split) === 0 ? '[\n' : ''}\n]\n`);
    },
    getImagePaths: ({ fileName }) => [`images/${fileName}`],
  };
}

function createResults({ img_width, img_height, objects, polygons, masks, points, labels }: ExportedImage['image']): object[] {
  const toX = (x: number) => Number(((100 * x) / img_width).toFixed(DECIMALS));
  const toY = (y: number) => Number(((100 * y) / img_height).toFixed(DECIMALS));
  const originalSize = { original_width: img_width, original_height: img_height, image_rotation: 0 };
  const createRegion = (id: string, type: string, name: string, value: object) => ({
    id,
    type,
    from_name: type,
    to_name: 'image',
    ...originalSize,
    value: { ...value, [type]: [name] },
  });
  return [
    ...objects.map(({ id, data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], rotated_box, detection_label }) => {
      const [x = x1, y = y1] = rotated_box ? computeRotatedCorners(rotated_box) : [];
      const [, , width = x2 - x1, height = y2 - y1, rotation = 0] = rotated_box ?? [];
      const rectangleValue = { x: toX(x), y: toY(y), width: toX(width), height: toY(height), rotation };
      return createRegion(id, 'rectanglelabels', detection_label.name, rectangleValue);
    }),
    ...polygons.map(({ id, data, segmentation_label }) => {
      const corners = Array.from({ length: data.length / 2 }, (_, index) => [toX(data[index * 2]!), toY(data[index * 2 + 1]!)]);
      return createRegion(id, 'polygonlabels', segmentation_label.name, { points: corners, closed: true });
    }),
    ...masks.map(({ id, data, segmentation_label }) => {
      const rle = encodeBrushRle(decodeCounts(data.counts), toMaskSize(data.size));
      return createRegion(id, 'brushlabels', segmentation_label.name, { format: 'rle', rle });
    }),
    ...points.map(({ id, data: [x = 0, y = 0], name }) =>
      createRegion(id, 'keypointlabels', name, { x: toX(x), y: toY(y), width: 0.5 }),
    ),
    ...labels.map(({ id, name }) => ({
      id,
      type: 'choices',
      from_name: 'choices',
      to_name: 'image',
      value: { choices: [name] },
    })),
  ];
}
