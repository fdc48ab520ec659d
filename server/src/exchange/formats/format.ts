import type { ImageRecord } from '../../shapes/read-workspace';
import type { Part } from './layout';

/** Of a detection, segmentation or recognition label; `title` is its name, told apart from others of the same. */
export interface ExportedLabel {
  id: string;
  name: string;
  title: string;
}

export interface ExportedImage {
  image: ImageRecord;
  part: Part;
  /** The picture's file, without folders. */
  fileName: string;
}

/** Where the files of an export are gathered, on the local disk. */
export interface ExportFileWriter {
  /** Adds text to a file that many pictures share. */
  append: (path: string, text: string) => Promise<void>;
  /** A small file of one picture. */
  add: (path: string, text: string) => Promise<void>;
  /** Puts such files one after the other into one, and drops them. */
  join: (path: string, parts: readonly (string | { file: string })[]) => Promise<void>;
}

/** One format's files. What it cannot hold is counted: `leftOut` by its name, for the notes in the zip. */
export interface FormatWriter {
  image: (exported: ExportedImage) => Promise<void>;
  /** Writes what is left when all images were given. */
  end: () => Promise<void>;
  /** Where the picture goes in the zip: one path, or several where it is there more than once, or none. */
  getImagePaths: (exported: ExportedImage) => string[];
  omitted: ReadonlyMap<string, number>;
}

/** Counts what a format cannot hold. */
export class OmittedCounts extends Map<string, number> {
  note(what: string, count: number): void {
    if (count > 0) this.set(what, (this.get(what) ?? 0) + count);
  }
}

/** What is drawn or said of a picture, apart from `kept`. */
export function countOmitted(
  omitted: OmittedCounts,
  image: ImageRecord,
  kept: readonly ('objects' | 'polygons' | 'points' | 'labels')[],
): void {
  for (const [what, rows] of [
    ['boxes', image.objects],
    ['polygons', image.polygons],
    ['points', image.points],
    ['labels of images', image.labels],
  ] as const) {
    const key = ({ boxes: 'objects', polygons: 'polygons', points: 'points', 'labels of images': 'labels' } as const)[what];
    if (!kept.includes(key)) omitted.note(what, rows.length);
  }
  omitted.note(
    'labels of objects',
    image.objects.reduce((sum, { labels }) => sum + labels.length, 0),
  );
}
