import { writeCsv } from '../../../data-access/csv/write';
import { OmittedCounts, countOmitted, countRotations, type FormatWriter, type ExportFileWriter } from './format';

const IMAGE_COLUMNS = [
  'filename',
  'split',
  'width',
  'height',
  'verified',
  'real',
  'label',
  'value',
  'uploaded',
  'verified_by',
  'verified_at',
] as const;
const OBJECT_COLUMNS = [
  'filename',
  'split',
  'object',
  'box_label',
  'x1',
  'y1',
  'x2',
  'y2',
  'label',
  'value',
  'attributes',
] as const;

/** Writes two CSV files with a row for each label of an image or object. Without a label there is one row with an empty label. */
export function createCsvWriter({ append }: ExportFileWriter): FormatWriter {
  const omittedCounts = new OmittedCounts();
  let isFirst = true;
  const emptyLabels = [{ name: '', value: null }];
  const toText = (value: number | null) => (value === null ? '' : String(value));

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const commonColumns = { filename: fileName, split };
      const verifications = image.verified_by.filter(({ by_model: isByModel }) => !isByModel);
      const images = (image.labels.length > 0 ? image.labels : emptyLabels).map(({ name, value }) => ({
        ...commonColumns,
        width: String(image.img_width),
        height: String(image.img_height),
        verified: String(image.verifications > 0),
        real: String(image.real),
        label: name,
        value: toText(value),
        uploaded: image.created.toISOString(),
        verified_by: verifications.map(({ email }) => email).join(' '),
        verified_at: verifications.map(({ created }) => new Date(created).toISOString()).join(' '),
      }));
      const objects = image.objects.flatMap(
        ({ id, data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], detection_label, labels, attributes }) =>
          (labels.length > 0 ? labels : emptyLabels).map(({ name, value }) => ({
            ...commonColumns,
            object: id,
            box_label: detection_label.name,
            x1: String(x1),
            y1: String(y1),
            x2: String(x2),
            y2: String(y2),
            label: name,
            value: toText(value),
            attributes: Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : '',
          })),
      );
      await append('images.csv', `${writeCsv(IMAGE_COLUMNS, images, isFirst)}\n`);
      if (isFirst || objects.length > 0) await append('objects.csv', `${writeCsv(OBJECT_COLUMNS, objects, isFirst)}\n`);
      isFirst = false;
      omittedCounts.add('polygons', image.polygons.length);
      omittedCounts.add('masks', image.masks.length);
      omittedCounts.add('points', image.points.length);
      omittedCounts.add('skeletons', image.skeletons.length);
      countRotations(omittedCounts, image);
    },
    end: async () => {
      if (!isFirst) return;
      await append('images.csv', `${writeCsv(IMAGE_COLUMNS, [])}\n`);
      await append('objects.csv', `${writeCsv(OBJECT_COLUMNS, [])}\n`);
    },
    getImagePaths: ({ fileName }) => [`images/${fileName}`],
  };
}

/** Writes images into the folders of their labels, and those without a label into `_unlabelled`. */
export function createFoldersWriter(labelFolders: ReadonlyMap<string, string>): FormatWriter {
  const omittedCounts = new OmittedCounts();
  return {
    omitted: omittedCounts,
    image: async ({ image }) => {
      countOmitted(omittedCounts, image, ['labels']);
      omittedCounts.add('values of labels', image.labels.filter(({ value }) => value !== null).length);
    },
    end: async () => undefined,
    getImagePaths: ({ image, split, fileName }) => {
      const splitFolder = split === 'all' ? '' : `${split}/`;
      const folders = image.labels.map(({ id }) => labelFolders.get(id)!);
      return (folders.length > 0 ? folders : ['_unlabelled']).map((folder) => `${splitFolder}${folder}/${fileName}`);
    },
  };
}
