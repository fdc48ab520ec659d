import { sql, type RawBuilder } from 'kysely';
import { hidesGold } from '../items/hides-gold';
import type { JobRow } from '../items/items';

/** SQL tables with the work in a job that the caller may compare. */
export interface ReadableWork {
  /** Rows of `item_comparison`. */
  comparisons: RawBuilder<unknown>;
  /** Rows of `item_snapshot`. Leaves out gold-standard items, whose work is not compared between users. */
  snapshots: RawBuilder<unknown>;
}

/**
 * Returns SQL of the work that the caller may compare.
 * @param onlyClosed whether open items are left out, on which users still work independently
 */
export function selectReadableWork(job: JobRow, onlyClosed: boolean): ReadableWork {
  const isReadable = sql`w.job_id = ${job.id} and ${!(onlyClosed && hidesGold(job))}
    ${onlyClosed ? sql`and exists (select from job_item o where o.id = w.item_id and o.adopted is not null)` : sql``}`;
  return {
    comparisons: sql`(select w.* from item_comparison w where ${isReadable})`,
    snapshots: sql`(
      select w.* from item_snapshot w
      where ${isReadable} and not exists (select from public.job_item g where g.id = w.item_id and g.gold_id is not null))`,
  };
}
