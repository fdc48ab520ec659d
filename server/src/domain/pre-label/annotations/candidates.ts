import { sql } from 'kysely';

/**
 * SQL condition: predictions can be added to an image `i`. Nobody has verified the image, and no open job in which users annotate
 * independently contains it. The result of such a job would replace the annotations of the image.
 */
export const CAN_BE_PRE_LABELLED = sql`(
  not exists (select from image_verification v where v.image_id = i.id)
  and not exists (select from job_item t join annotation_job j on j.id = t.job_id where t.image_id = i.id and j.blind and not j.done))`;
