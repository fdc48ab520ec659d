import { sql } from 'kysely';
import type { Db } from '../../../database/connection';
import type { ParsedShape } from '../../readers/reader';

type Kind = ParsedShape['kind'];

/** What is on one picture already and was not met by the files yet. */
export interface AnnotationMatcher {
  /** Whether just that is there once more; then it is met. What is not will be added, and is there for the pictures after this. */
  meets: (kind: Kind, label: string, data: readonly number[]) => boolean;
  end: () => void;
}

/**
 * Labels and shapes that are on pictures already, counted: two boxes in a file that are the same are two, when there are none, and none
 * when there are two.
 */
export class ExistingAnnotations {
  private readonly counts = new Map<string, Map<string, number>>();

  static async of(trx: Db, imageIds: readonly string[]): Promise<ExistingAnnotations> {
    const existing = new ExistingAnnotations();
    if (imageIds.length === 0) return existing;
    const { rows } = await sql<{ image: string; kind: Kind; label: string; data: number[] }>`
      select image_id as image, 'box' as kind, detection_label_id::text as label, data from detection_object where image_id = any(${imageIds}::uuid[])
      union all
      select image_id, 'polygon', segmentation_label_id::text, data from polygon where image_id = any(${imageIds}::uuid[])
      union all
      select image_id, 'point', name, data from point where image_id = any(${imageIds}::uuid[])
      union all
      select image_id, 'label', label_id::text, '{}' from image_label where image_id = any(${imageIds}::uuid[])`.execute(trx);
    for (const { image, kind, label, data } of rows) increase(existing.on(image), keyOf(kind, label, data));
    return existing;
  }

  /** For one picture of the files; several of them may be the same image. */
  of(image: string): AnnotationMatcher {
    const there = this.on(image);
    const left = new Map(there);
    const added: string[] = [];
    return {
      meets: (kind, label, data) => {
        const key = keyOf(kind, label, data);
        const count = left.get(key) ?? 0;
        if (count > 0) left.set(key, count - 1);
        else added.push(key);
        return count > 0;
      },
      end: () => {
        for (const key of added) increase(there, key);
      },
    };
  }

  private on(image: string): Map<string, number> {
    const known = this.counts.get(image) ?? new Map<string, number>();
    this.counts.set(image, known);
    return known;
  }
}

const keyOf = (kind: Kind, label: string, data: readonly number[]) => `${kind} ${data.join()} ${label}`;
const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
