import { XMLBuilder } from 'fast-xml-parser';
import { hasFlag } from '@console/shared-contract/shape-attributes';
import type { Split } from './splits';
import { VocMaskWriter } from './voc-masks';
import {
  OmittedCounts,
  countOmitted,
  countAttributes,
  countRotations,
  type ExportedLabel,
  type FormatWriter,
  type ExportFileWriter,
} from './format';

/** Attributes for which the format has an element. */
const VOC_ATTRIBUTES = ['truncated', 'occluded', 'difficult', 'pose'];

/**
 * Writes Pascal VOC folders (host.robots.ox.ac.uk/pascal/VOC, development kit) with one XML file per image. VOC boxes contain the first and
 * last pixel, counted from 1, so x1..x2 of the console becomes x1 + 1..x2. `VocMaskWriter` adds two PNG files for images with masks.
 */
export function createVocWriter(
  files: ExportFileWriter,
  {
    labels,
    maskLabels,
    parts: splits,
  }: { labels: readonly ExportedLabel[]; maskLabels: readonly ExportedLabel[]; parts: readonly Split[] },
): FormatWriter {
  const { append, add } = files;
  const omittedCounts = new OmittedCounts();
  const titles = new Map(labels.map(({ id, title }) => [id, title]));
  const builder = new XMLBuilder({ format: true });
  const getImageSet = (split: Split) => (split === 'all' ? 'trainval' : split);
  const toListPath = (split: Split) => `ImageSets/Main/${getImageSet(split)}.txt`;
  const masks = new VocMaskWriter(files, { labels: maskLabels, parts: splits, getImageSet, omitted: omittedCounts });
  const removeExtension = (fileName: string) => fileName.replace(/\.\w+$/, '');

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const object = image.objects.map(({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], detection_label, attributes }) => ({
        name: titles.get(detection_label.id)!,
        pose: typeof attributes.pose === 'string' ? attributes.pose : 'Unspecified',
        truncated: Number(hasFlag(attributes, 'truncated')),
        ...(hasFlag(attributes, 'occluded') && { occluded: 1 }),
        difficult: Number(hasFlag(attributes, 'difficult')),
        bndbox: { xmin: x1 + 1, ymin: y1 + 1, xmax: x2, ymax: y2 },
      }));
      const annotation = {
        folder: 'JPEGImages',
        filename: fileName,
        size: { width: image.img_width, height: image.img_height, depth: 3 },
        segmented: image.masks.length > 0 ? 1 : 0,
        object,
      };
      await add(`Annotations/${removeExtension(fileName)}.xml`, String(builder.build({ annotation })));
      await append(toListPath(split), `${removeExtension(fileName)}\n`);
      await masks.add(image, split, removeExtension(fileName));
      countOmitted(omittedCounts, image, ['objects', 'masks']);
      countRotations(omittedCounts, image);
      countAttributes(omittedCounts, image.objects, VOC_ATTRIBUTES);
      countAttributes(omittedCounts, image.masks);
    },
    end: async () => {
      await masks.end();
      for (const split of splits) await append(toListPath(split), '');
    },
    getImagePaths: ({ fileName }) => [`JPEGImages/${fileName}`],
  };
}
