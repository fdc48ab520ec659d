import { writeCsv } from '../../csv/write';
import { OmittedCounts, countOmitted, type FormatWriter, type ExportFileWriter } from './format';

const OF_IMAGES = ['filename', 'split', 'width', 'height', 'verified', 'real', 'label', 'value'] as const;
const OF_OBJECTS = ['filename', 'split', 'object', 'box_label', 'x1', 'y1', 'x2', 'y2', 'label', 'value'] as const;

/** Two tables, one row a label of an image and of an object; what has no label has a row without one. */
export function createCsvWriter({ append }: ExportFileWriter): FormatWriter {
  const omitted = new OmittedCounts();
  let isFirst = true;
  const none = [{ name: '', value: null }];
  const textOf = (value: number | null) => (value === null ? '' : String(value));

  return {
    omitted,
    image: async ({ image, part, fileName }) => {
      const about = { filename: fileName, split: part };
      const images = (image.labels.length > 0 ? image.labels : none).map(({ name, value }) => ({
        ...about,
        width: String(image.img_width),
        height: String(image.img_height),
        verified: String(image.verifications > 0),
        real: String(image.real),
        label: name,
        value: textOf(value),
      }));
      const objects = image.objects.flatMap(({ id, data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], detection_label, labels }) =>
        (labels.length > 0 ? labels : none).map(({ name, value }) => ({
          ...about,
          object: id,
          box_label: detection_label.name,
          x1: String(x1),
          y1: String(y1),
          x2: String(x2),
          y2: String(y2),
          label: name,
          value: textOf(value),
        })),
      );
      await append('images.csv', `${writeCsv(OF_IMAGES, images, isFirst)}\n`);
      if (isFirst || objects.length > 0) await append('objects.csv', `${writeCsv(OF_OBJECTS, objects, isFirst)}\n`);
      isFirst = false;
      omitted.note('polygons', image.polygons.length);
      omitted.note('points', image.points.length);
    },
    end: async () => {
      if (!isFirst) return;
      await append('images.csv', `${writeCsv(OF_IMAGES, [])}\n`);
      await append('objects.csv', `${writeCsv(OF_OBJECTS, [])}\n`);
    },
    getImagePaths: ({ fileName }) => [`images/${fileName}`],
  };
}

/** Pictures in folders by the names of their labels, once in each; those without a label in `_unlabelled`. */
export function createFoldersWriter(folderOf: ReadonlyMap<string, string>): FormatWriter {
  const omitted = new OmittedCounts();
  return {
    omitted,
    image: async ({ image }) => {
      countOmitted(omitted, image, ['labels']);
      omitted.note('values of labels', image.labels.filter(({ value }) => value !== null).length);
    },
    end: async () => undefined,
    getImagePaths: ({ image, part, fileName }) => {
      const within = part === 'all' ? '' : `${part}/`;
      const folders = image.labels.map(({ id }) => folderOf.get(id)!);
      return (folders.length > 0 ? folders : ['_unlabelled']).map((folder) => `${within}${folder}/${fileName}`);
    },
  };
}
