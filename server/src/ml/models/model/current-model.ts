import { sql, type RawBuilder } from 'kysely';

/**
 * Sorts the trained models of a task so that the current one comes first: the newest one, unless an older model was
 * reactivated after the newest was created.
 */
export const getCurrentModelOrder = (alias: string): RawBuilder<unknown> =>
  sql`greatest(${sql.ref(`${alias}.taken_back`)}, ${sql.ref(`${alias}.created`)}) desc, ${sql.ref(`${alias}.number`)} desc`;
