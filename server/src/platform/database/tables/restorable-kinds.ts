import { RESTORABLE_KINDS } from '@console/shared-contract/limits';
import { sql } from 'kysely';

/**
 * SQL condition: the entry of the change log is a deletion, and the page "Recently deleted" lists it. The partial index has the
 * same condition.
 */
export const IS_RESTORABLE_DELETION = sql.raw(
  `operation = 'delete' and relation in (${RESTORABLE_KINDS.map((kind) => `'${kind}'`).join(', ')})`,
);
