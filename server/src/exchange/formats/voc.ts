import { XMLBuilder } from 'fast-xml-parser';
import type { Part } from './layout';
import { OmittedCounts, countOmitted, type ExportedLabel, type FormatWriter, type ExportFileWriter } from './format';

/**
 * Pascal VOC's folders (host.robots.ox.ac.uk/pascal/VOC, development kit): an XML file a picture. Its boxes name the first and the last
 * pixel, counted from 1, so that x1..x2 of ours is x1 + 1..x2 there.
 */
export function createVocWriter(
  { append, add, join }: ExportFileWriter,
  { labels, parts }: { labels: readonly ExportedLabel[]; parts: readonly Part[] },
): FormatWriter {
  const omitted = new OmittedCounts();
  const titles = new Map(labels.map(({ id, title }) => [id, title]));
  const builder = new XMLBuilder({ format: true });
  const setOf = (part: Part) => (part === 'all' ? 'trainval' : part);
  const stemOf = (fileName: string) => fileName.replace(/\.\w+$/, '');

  return {
    omitted,
    image: async ({ image, part, fileName }) => {
      const object = image.objects.map(({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], detection_label }) => ({
        name: titles.get(detection_label.id)!,
        pose: 'Unspecified',
        truncated: 0,
        difficult: 0,
        bndbox: { xmin: x1 + 1, ymin: y1 + 1, xmax: x2, ymax: y2 },
      }));
      const annotation = {
        folder: 'JPEGImages',
        filename: fileName,
        size: { width: image.img_width, height: image.img_height, depth: 3 },
        segmented: 0,
        object,
      };
      await add(`Annotations/${stemOf(fileName)}.xml`, String(builder.build({ annotation })));
      await append(`${setOf(part)}.part`, `${stemOf(fileName)}\n`);
      countOmitted(omitted, image, ['objects']);
    },
    end: async () => {
      for (const part of parts) await join(`ImageSets/Main/${setOf(part)}.txt`, [{ file: `${setOf(part)}.part` }]);
    },
    getImagePaths: ({ fileName }) => [`JPEGImages/${fileName}`],
  };
}
