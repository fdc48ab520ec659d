import type { ReviewItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { readPage, toIsoTimestamp, type RowPage, type RowView } from '../../../../data-access/rows/view';
import { isToReview } from '../../settings/read-settings';
import type { JobRow } from '../items/items';

const reviewItemView: RowView<ReviewItem> = {
  from: sql`job_item i cross join lateral (select max(w.done_at) as done from item_work w where w.item_id = i.id) d`,
  countFrom: sql`job_item i`,
  id: sql`i.id`,
  columns: sql<ReviewItem>`i.image_id as image, ${toIsoTimestamp('d.done')} as done`,
};

/**
 * Reads the images of a job that other users have marked as done and the reviewer has not verified, the earliest first. A setting of the
 * workspace limits them to a percentage.
 */
export function readReviewItems(
  db: Db,
  job: JobRow,
  reviewerId: string,
  window: { limit: number; offset: number },
): Promise<RowPage<ReviewItem>> {
  const where = [
    sql`i.job_id = ${job.id}`,
    sql`i.gold_id is null`,
    isToReview,
    sql`exists (select from item_work w where w.item_id = i.id and w.done_at is not null and w.user_id <> ${reviewerId})`,
    sql`not exists (select from image_verification v where v.image_id = i.image_id and v.user_id = ${reviewerId} and v.model_id is null)`,
  ];
  return readPage(db, reviewItemView, { where, order: sql`d.done, i.id`, ...window });
}
