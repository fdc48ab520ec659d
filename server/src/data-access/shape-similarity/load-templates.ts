import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { ComparableShape } from '../shapes/measure';

/** Reads the current templates of the skeletons among these shapes, by label. */
export async function loadTemplates(
  db: Db,
  shapes: readonly Pick<ComparableShape, 'kind' | 'label'>[],
): Promise<ReadonlyMap<string, SkeletonTemplate>> {
  const labels = [...new Set(shapes.flatMap(({ kind, label }) => (kind === 'skeleton' && label !== null ? [label] : [])))];
  if (labels.length === 0) return new Map();
  const { rows } = await sql<{ id: string; skeleton: SkeletonTemplate }>`
    select id, skeleton from detection_label where id = any(${labels}::uuid[]) and skeleton is not null`.execute(db);
  return new Map(rows.map(({ id, skeleton }) => [id, skeleton]));
}
