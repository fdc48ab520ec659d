import type { ImportNote } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createByImportedKind } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';
import type { ParsedShape } from '../../readers/reader/reader';
import { ExistingAnnotations } from '../items/existing-annotations';
import type { FitResult, TargetImage } from '../items/fit-result';
import { fitShape } from '../items/fit-shape';
import { readNextBatch } from '../items/next-batch';

type Kind = ParsedShape['kind'];

export interface ExistingCounts {
  /** Annotations that exist and are not added again. */
  same: Record<Kind, number>;
  /** Annotations that do not fit their image. */
  skipped: Record<Kind, number>;
  notes: ImportNote[];
}

const createCounts = (): Record<Kind, number> => ({ ...createByImportedKind(() => 0), label: 0 });

/**
 * Compares the declared annotations of existing images with the annotations that these images have, as the run does with the default
 * choices. `labels` has the matched labels by the keys of classes.
 */
export async function countExisting(db: Db, id: string, labels: ReadonlyMap<string, string | null>): Promise<ExistingCounts> {
  const [existingCounts, skipped] = [createCounts(), createCounts()];
  const notes = new Map<string, number>();
  for (let lastPosition = -1; ;) {
    const batch = await readNextBatch(db, id, sql`t.outcome = 'here' and t.image_id is not null and t.n > ${lastPosition}`);
    const lastItem = batch.at(-1);
    if (!lastItem) break;
    lastPosition = lastItem.n;
    const ids = [...new Set(batch.flatMap(({ image_id }) => image_id ?? []))];
    const existingAnnotations = await ExistingAnnotations.load(db, ids);
    const images = await db
      .selectFrom('training_image')
      .select(['id', 'img_width', 'img_height'])
      .where('id', 'in', ids)
      .execute();
    const imagesById = new Map(images.map((image) => [image.id, image]));
    for (const { image_id, width, height, shapes } of batch) {
      const image = imagesById.get(image_id ?? '');
      if (!image) continue;
      const declaredSize = width && height ? { width, height } : null;
      const targetImage: TargetImage = { width: image.img_width, height: image.img_height, orientation: null, declaredSize };
      const matcher = existingAnnotations.createMatcher(image.id);
      for (const shape of shapes) {
        const fittedShape: FitResult | { data?: undefined } = shape.kind === 'label' ? {} : fitShape(shape, targetImage, 'clamp');
        if ('skipped' in fittedShape) {
          skipped[shape.kind] += 1;
          notes.set(fittedShape.skipped, (notes.get(fittedShape.skipped) ?? 0) + 1);
          continue;
        }
        // A label that does not exist yet has no id, so the key of its class is compared.
        const label = shape.kind === 'point' ? shape.class : (labels.get(shape.class) ?? shape.class);
        if (matcher.matchNext(shape.kind, label, fittedShape)) existingCounts[shape.kind] += 1;
      }
      matcher.addToExisting();
    }
  }
  return { same: existingCounts, skipped, notes: [...notes].map(([reason, count]) => ({ reason, count })) };
}
