import { sql, type Kysely } from 'kysely';

/** Stores the annotations of audited images, so that they remain when an image is deleted or leaves the job (ADR 0129). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auto_acceptance add column works jsonb not null default '{}'`.execute(db);
  await sql`create index auto_acceptance_job on auto_acceptance (job_id)`.execute(db);
  await sql`
    update auto_acceptance a set works = w.works from (
      select job_id, jsonb_object_agg(image_id, jsonb_build_object('labels', labels, 'shapes', shapes)) as works from (
        select distinct on (i.id) i.job_id, i.image_id, k.labels, k.shapes from item_snapshot k join job_item i on i.id = k.item_id
        where i.job_id in (select job_id from auto_acceptance) order by i.id, k.taken desc) item
      group by job_id) w
    where w.job_id = a.job_id`.execute(db);
}
