import { hasFlag } from '@console/shared-contract/shape-attributes';
import type { Split } from './splits';
import {
  OmittedCounts,
  countAttributes,
  countOmitted,
  getObjectCorners,
  type ExportedLabel,
  type FormatWriter,
  type ExportFileWriter,
} from './format';

/**
 * Writes DOTA text files (captain-whu.github.io/DOTA, 'Annotation format'), one per image: the corners of each box in pixels, its class, and 1 for
 * difficult objects, otherwise 0. Tools split lines at spaces, so names of classes get hyphens.
 */
export function createDotaWriter({ add }: ExportFileWriter, { labels }: { labels: readonly ExportedLabel[] }): FormatWriter {
  const omittedCounts = new OmittedCounts();
  const titles = new Map(labels.map(({ id, title }) => [id, title.replaceAll(/\s+/g, '-')]));
  const toFolder = (folder: string, split: Split) => (split === 'all' ? folder : `${split}/${folder}`);

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const lines = image.objects.map(
        (object) =>
          `${getObjectCorners(object).join(' ')} ${titles.get(object.detection_label.id)!} ${Number(hasFlag(object.attributes, 'difficult'))}\n`,
      );
      await add(`${toFolder('labelTxt', split)}/${fileName.replace(/\.\w+$/, '.txt')}`, lines.join(''));
      countOmitted(omittedCounts, image, ['objects']);
      countAttributes(omittedCounts, image.objects, ['difficult']);
    },
    end: async () => undefined,
    getImagePaths: ({ split, fileName }) => [`${toFolder('images', split)}/${fileName}`],
  };
}
