import { sql, type RawBuilder } from 'kysely';

/**
 * Sorts the trained models of a task so that the current one comes first. This is the newest one, unless an older model was
 * reactivated later.
 */
export const getCurrentModelOrder = (alias: string): RawBuilder<unknown> =>
  sql`greatest(${sql.ref(`${alias}.taken_back`)}, ${sql.ref(`${alias}.created`)}) desc, ${sql.ref(`${alias}.number`)} desc`;
