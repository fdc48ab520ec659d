import { sql, type RawBuilder } from 'kysely';

/** The order of a task's trained models, of which the first is asked: the newest, or one that was taken back since that was begun. */
export const usedFirst = (alias: string): RawBuilder<unknown> =>
  sql`greatest(${sql.ref(`${alias}.taken_back`)}, ${sql.ref(`${alias}.created`)}) desc, ${sql.ref(`${alias}.number`)} desc`;
