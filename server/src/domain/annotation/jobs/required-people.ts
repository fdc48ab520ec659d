import { sql, type RawBuilder } from 'kysely';
import type { JobRow } from './items';

/**
 * SQL: the number of users who must do a job item `i`. Items whose users disagree can need more than the job requires. Use it
 * wherever `done_count` is compared.
 */
export const getRequiredPeople = ({ todo_number }: Pick<JobRow, 'todo_number'>): RawBuilder<number> =>
  sql<number>`(${todo_number}::int + i.extra_people)`;

/** Like `getRequiredPeople`, for queries with a job `j`. */
export const requiredPeople = sql<number>`(j.todo_number + i.extra_people)`;
