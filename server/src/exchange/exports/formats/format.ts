import { computeRotatedCorners } from '@console/shared-contract/rotated-box';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { ExportShapes } from '@console/shared-contract/api';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { ShapePlural } from '../../../platform/database/tables/shapes';
import type { Split } from './splits';

/** A detection, segmentation or recognition label. `title` is its name, made unique among the exported labels. */
export interface ExportedLabel {
  id: string;
  name: string;
  title: string;
  /** The points of its skeletons. Only labels of detection have them. */
  skeleton?: SkeletonTemplate | null;
}

export interface ExportedImage {
  image: ImageRecord;
  split: Split;
  /** The name of the image file, without folders. */
  fileName: string;
}

/** Writes the files of an export to the local disk. */
export interface ExportFileWriter {
  /** Appends text to a file that many images share. An empty text creates the file. */
  append: (path: string, text: string) => Promise<void>;
  /** Adds a small file for one image. */
  add: (path: string, content: string | Buffer) => Promise<void>;
  /** Adds a file that concatenates texts and other files (`parts`). Call it before anything is appended to these other files. */
  addConcatenated: (path: string, parts: readonly (string | { file: string })[]) => void;
}

/** Writes the files of one format. `omitted` counts what the format cannot represent, for the README of the zip. */
export interface FormatWriter {
  image: (exportedImage: ExportedImage) => Promise<void>;
  /** Writes the rest after the last image. */
  end: () => Promise<void>;
  /** The paths of the image file in the zip: none, one, or several copies. */
  getImagePaths: (exportedImage: ExportedImage) => string[];
  omitted: ReadonlyMap<string, number>;
}

/** Counts, for each description, how many items a format cannot represent. */
export class OmittedCounts extends Map<string, number> {
  add(description: string, count: number): void {
    if (count > 0) this.set(description, (this.get(description) ?? 0) + count);
  }
}

/** Counts the rotated boxes of an image, for a format that stores the upright box around each. */
export function countRotations(omittedCounts: OmittedCounts, { objects }: ImageRecord): void {
  omittedCounts.add(
    'angles of rotated boxes, which are replaced by the upright boxes around them',
    objects.filter(({ rotated_box }) => rotated_box !== null).length,
  );
}

/** Counts the attributes of shapes, except those in `represented`. */
export function countAttributes(
  omittedCounts: OmittedCounts,
  shapes: readonly Pick<ImageRecord['polygons'][number], 'attributes'>[],
  represented: readonly string[] = [],
): void {
  const names = shapes.flatMap(({ attributes }) => Object.keys(attributes));
  omittedCounts.add('attributes of shapes', names.filter((name) => !represented.includes(name)).length);
}

/**
 * Returns the corners of an upright or rotated box as x, y, x, y ..., clockwise. The first corner is the upper left one before the
 * rotation.
 */
export function getObjectCorners({ data, rotated_box }: ImageRecord['objects'][number]): number[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  return rotated_box ? computeRotatedCorners(rotated_box).map(roundCoordinate) : [x1, y1, x2, y1, x2, y2, x1, y2];
}

/** Rounds a coordinate or an angle to a millionth, more than the precision of any annotation. */
export const roundCoordinate = (value: number): number => Number(value.toFixed(6));

/** Returns the fields of an image record that contain shapes of the exported kinds. */
export function toRepresented(shapes: ExportShapes): readonly ShapePlural[] {
  if (shapes === 'polygons') return ['polygons', 'masks'];
  return [shapes === 'skeletons' ? 'skeletons' : 'objects'];
}

/** Counts the shapes and labels of an image, except those in the fields `represented`. */
export function countOmitted(
  omittedCounts: OmittedCounts,
  image: ImageRecord,
  represented: readonly (ShapePlural | 'labels')[],
): void {
  for (const { plural, imported } of SHAPE_KINDS)
    if (!represented.includes(plural)) omittedCounts.add(imported.plural, image[plural].length);
  if (!represented.includes('labels')) omittedCounts.add('labels of images', image.labels.length);
  omittedCounts.add(
    'labels of objects',
    image.objects.reduce((sum, { labels }) => sum + labels.length, 0),
  );
}
