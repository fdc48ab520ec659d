import { NUMBERS_PER_SKELETON_POINT, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';

/** Error messages for API clients. */
const messages = {
  otherNumber: (points: number) =>
    `must have as many points as the skeletons of the label: ${points}. Delete these skeletons to change the number of points`,
} as const;

/** Throws 400 if the locked label has skeletons with another number of points than the template. */
export async function requireSameNumberOfPoints(trx: Db, labelId: string, template: SkeletonTemplate | null): Promise<void> {
  const { rows } = await sql<{ skeletons: number; numbers: number }>`
    select count(*)::int as skeletons, max(array_length(data, 1)) as numbers from skeleton where detection_label_id = ${labelId}`.execute(
    trx,
  );
  const { skeletons = 0, numbers = 0 } = rows[0] ?? {};
  const points = numbers / NUMBERS_PER_SKELETON_POINT;
  if (skeletons > 0 && template?.points.length !== points) throw createFieldError('skeleton', messages.otherNumber(points));
}
