import { sql } from 'kysely';
import { SHAPE_KINDS } from './registry';

/** SQL condition: the image `i` has a shape of any kind. */
export const HAS_SHAPES = sql`(${sql.join(
  SHAPE_KINDS.map(({ table }) => sql`exists (select from ${sql.table(table)} s where s.image_id = i.id)`),
  sql` or `,
)})`;

/** SQL condition: a verification of the image `i` states that there is nothing to annotate, and it has no shape (ADR 0118). */
export const IS_STATED_EMPTY = sql`(
  exists (select from image_verification v where v.image_id = i.id and v.nothing_to_annotate) and not ${HAS_SHAPES})`;
