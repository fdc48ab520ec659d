import type { ExportShapes } from '@console/shared-contract/api';
import { stringify } from 'yaml';
import type { Part } from './layout';
import { OmittedCounts, countOmitted, type ExportedLabel, type FormatWriter, type ExportFileWriter } from './format';

/** Enough for a tenth of a pixel in any picture that is taken. */
const DECIMALS = 8;

/**
 * Ultralytics' folders (docs.ultralytics.com, 'Datasets'): a line a shape, the number of its label and shares of the picture's sides,
 * the middle, width and height of a box or the points of an outline; `data.yaml` names parts and labels.
 */
export function createYoloWriter(
  { add }: ExportFileWriter,
  { shapes, labels, parts }: { shapes: ExportShapes; labels: readonly ExportedLabel[]; parts: readonly Part[] },
): FormatWriter {
  const omitted = new OmittedCounts();
  const numbers = new Map(labels.map(({ id }, index) => [id, index]));
  const folderOf = (part: Part) => (part === 'all' ? 'train' : part);
  const share = (length: number, side: number) => Number((length / side).toFixed(DECIMALS));

  return {
    omitted,
    image: async ({ image, part, fileName }) => {
      const { img_width: width, img_height: height, objects, polygons } = image;
      const lines =
        shapes === 'boxes'
          ? objects.map(({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], detection_label }) => [
              numbers.get(detection_label.id)!,
              share((x1 + x2) / 2, width),
              share((y1 + y2) / 2, height),
              share(x2 - x1, width),
              share(y2 - y1, height),
            ])
          : polygons.map(({ data, segmentation_label }) => [
              numbers.get(segmentation_label.id)!,
              ...data.map((value, at) => share(value, at % 2 === 0 ? width : height)),
            ]);
      const text = lines.map((line) => `${line.join(' ')}\n`).join('');
      await add(`labels/${folderOf(part)}/${fileName.replace(/\.\w+$/, '.txt')}`, text);
      countOmitted(omitted, image, [shapes === 'boxes' ? 'objects' : 'polygons']);
    },
    end: async () => {
      const folders = parts.map(folderOf);
      // A part to tune by must be named; without one it is that which is learned from.
      const paths = {
        train: 'train',
        val: folders.includes('val') ? 'val' : 'train',
        ...(folders.includes('test') && { test: 'test' }),
      };
      const folder = Object.fromEntries(Object.entries(paths).map(([name, of]) => [name, `images/${of}`]));
      // A map keeps its numbers: as keys of an object they would be texts, under which other readers do not look.
      const names = new Map(labels.map(({ title }, index) => [index, title]));
      // Its readers are of YAML 1.1, where a plain yes or 12:30 is no text.
      const quoted = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;
      await add('data.yaml', stringify({ path: '.', ...folder, nc: labels.length, names }, quoted));
    },
    getImagePaths: ({ part, fileName }) => [`images/${folderOf(part)}/${fileName}`],
  };
}
