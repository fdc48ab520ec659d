import { SKELETON_POINT_NUMBERS, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { badField } from '../../../platform/errors';

/** Error messages for API clients. */
const messages = {
  inUse: (skeletons: number, points: number) =>
    `must have ${points} points, because ${skeletons === 1 ? '1 skeleton of the label has' : `${skeletons} skeletons of the label have`} as many. Delete them first`,
} as const;

/** Throws 400 if the locked label has skeletons with another number of points than the template. */
export async function requireSameNumberOfPoints(trx: Db, labelId: string, template: SkeletonTemplate | null): Promise<void> {
  const { rows } = await sql<{ skeletons: number; numbers: number }>`
    select count(*)::int as skeletons, max(array_length(data, 1)) as numbers from skeleton where detection_label_id = ${labelId}`.execute(
    trx,
  );
  const { skeletons = 0, numbers = 0 } = rows[0] ?? {};
  const points = numbers / SKELETON_POINT_NUMBERS;
  if (skeletons > 0 && template?.points.length !== points) throw badField('skeleton', messages.inUse(skeletons, points));
}
