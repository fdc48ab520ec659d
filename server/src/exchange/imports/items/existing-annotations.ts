import { sql } from 'kysely';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';
import type { ParsedShape } from '../../readers/reader/reader';
import type { FittedGeometry } from './fit-result';

type Kind = ParsedShape['kind'];

/** The part of a geometry that is compared. For a mask, `data` is derived from the pixels. A label has no geometry. */
type ComparedGeometry = Partial<Pick<FittedGeometry, 'data' | 'rotatedBox' | 'mask'>>;

/** Matches the annotations of one image in the files with those that exist on the image. */
export interface AnnotationMatcher {
  /** Whether the image has an equal annotation that was not matched before. If not, the caller adds the annotation. */
  matchNext: (kind: Kind, label: string, geometry: ComparedGeometry) => boolean;
  /** Makes the added annotations available to later matchers of the same image. */
  addToExisting: () => void;
}

/**
 * Counts the labels and shapes that exist on images, so that an import adds only the missing ones. If a file has two equal boxes, both are
 * added to an image without such a box, and none is added to an image with two such boxes.
 */
export class ExistingAnnotations {
  private readonly counts = new Map<string, Map<string, number>>();

  static async load(trx: Db, imageIds: readonly string[]): Promise<ExistingAnnotations> {
    const annotations = new ExistingAnnotations();
    if (imageIds.length === 0) return annotations;
    const shapes = SHAPE_KINDS.map(
      ({ table, imported, label, comparedData }) => sql`
        select s.image_id, ${sql.lit(imported.kind)}, ${sql.ref(`s.${label?.column ?? 'name'}`)}::text, ${comparedData}
        from ${sql.table(table)} s where s.image_id = any(${imageIds}::uuid[])`,
    );
    const { rows } = await sql<{ image: string; kind: Kind; label: string; data: (number | string)[] }>`
      select image_id as image, 'label' as kind, label_id::text as label, '[]'::jsonb as data
      from image_label where image_id = any(${imageIds}::uuid[])
      union all ${sql.join(shapes, sql` union all `)}`.execute(trx);
    for (const { image, kind, label, data } of rows) increase(annotations.getCounts(image), toKey(kind, label, data));
    return annotations;
  }

  /** Creates the matcher of one image in the files. Several images in the files may be the same image of the workspace. */
  createMatcher(imageId: string): AnnotationMatcher {
    const counts = this.getCounts(imageId);
    const unmatchedCounts = new Map(counts);
    const addedKeys: string[] = [];
    return {
      matchNext: (kind, label, { data = [], rotatedBox = [], mask }) => {
        const key = toKey(kind, label, mask ? [mask.counts] : [...data, ...rotatedBox]);
        const count = unmatchedCounts.get(key) ?? 0;
        if (count === 0) addedKeys.push(key);
        // An image has a label only once, but may have several equal boxes.
        if (kind === 'label') unmatchedCounts.set(key, 1);
        else if (count > 0) unmatchedCounts.set(key, count - 1);
        return count > 0;
      },
      addToExisting: () => {
        for (const key of addedKeys) increase(counts, key);
      },
    };
  }

  private getCounts(imageId: string): Map<string, number> {
    const counts = this.counts.get(imageId) ?? new Map<string, number>();
    this.counts.set(imageId, counts);
    return counts;
  }
}

const toKey = (kind: Kind, label: string, data: readonly (number | string)[]) => `${kind} ${data.join()} ${label}`;
const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
