import { sql, type RawBuilder } from 'kysely';

/**
 * SQL of the number of users who must complete an item of a job. The parameters are the aliases of `job_item` and `annotation_job`. The
 * number exceeds the job's `todo_number` for items that need more users because their results disagree. Compare `done_count` only with
 * this number.
 */
export const selectRequiredUsers = (item = 'i', job = 'j'): RawBuilder<number> =>
  sql<number>`(${sql.ref(`${job}.todo_number`)} + ${sql.ref(`${item}.extra_people`)})`;

/** Like `selectRequiredUsers`, for items `i` of a job that is already in memory. */
export const addExtraUsers = ({ todo_number }: { todo_number: number }): RawBuilder<number> =>
  sql<number>`(${todo_number}::int + i.extra_people)`;
