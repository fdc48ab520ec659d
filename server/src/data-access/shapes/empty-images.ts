import { sql } from 'kysely';

/** SQL condition: the image `i` has a shape of any kind. */
export const HAS_SHAPES = sql`(
  exists (select from detection_object s where s.image_id = i.id) or exists (select from polygon s where s.image_id = i.id)
  or exists (select from mask s where s.image_id = i.id) or exists (select from skeleton s where s.image_id = i.id)
  or exists (select from point s where s.image_id = i.id))`;

/** SQL condition: a verification of the image `i` states that there is nothing to annotate, and it has no shape (ADR 0118). */
export const IS_STATED_EMPTY = sql`(
  exists (select from image_verification v where v.image_id = i.id and v.nothing_to_annotate) and not ${HAS_SHAPES})`;
