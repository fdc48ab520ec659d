import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { getIdentity, type NetChange } from './net-changes';

/** Returns the ids of the job items of these changes of `item_work` and `job_item`. */
export const listItemIds = (changes: readonly NetChange[]): string[] =>
  changes.map((change) => String(getIdentity(change).item_id ?? change.row));

/** Updates the `done_count` of these job items, that is, how many users have done each item. */
export async function updateDoneCounts(trx: Db, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update job_item i set done_count = w.count
    from (select t.id, count(w.item_id) as count from job_item t left join item_work w on w.item_id = t.id and w.done_at is not null
      where t.id = any(${items}::uuid[]) group by t.id) w
    where i.id = w.id and i.done_count <> w.count and i.gold_id is null`.execute(trx);
}
