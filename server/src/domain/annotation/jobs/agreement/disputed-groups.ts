import { sql } from 'kysely';
import { selectRequiredUsers } from '../../../../data-access/rows/required-users';

/** SQL condition: all required users have done the item `g` of a job `j`, and no reviewer has decided since. */
export const isUndecided = sql`(g.done_count >= ${selectRequiredUsers('g')} and not exists (
  select from item_adjudication d where d.item_id = g.id
    and d.created >= (select max(s.taken) from item_snapshot s where s.item_id = g.id)))`;

/** SQL condition: users disagree on the item `g` of a job `j`, and it waits for a decision. */
export const isDisputedGroup = sql`(${isUndecided}
    and exists (select from item_comparison c where c.item_id = g.id and c.same_shapes < c.all_shapes))`;

/** SQL of the number of groups of a similarity job `j` that wait for a decision. */
export const selectDisputedGroupCount = sql<number>`(
  select count(*)::int from job_item g where g.job_id = j.id and ${isDisputedGroup})`;
