import { sql } from 'kysely';

/** SQL condition: the job `j` is open and has gold items. */
export const hasOpenGold = sql`(j.gold_rate is not null and not j.done)`;
