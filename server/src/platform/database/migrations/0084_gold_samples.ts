import { sql, type Kysely } from 'kysely';

/**
 * Adds random images of jobs that experts annotate. The annotated images then become gold items: job items with a known result (ADR 0124).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key to the task, which is a row of one of three tables.
  await sql`
    create table gold_sample (
      -- the job of the expert
      job_id uuid not null references annotation_job on delete cascade,
      image_id uuid not null references training_image on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      domain text not null check (domain in ('detection', 'segmentation', 'recognition')),
      task_id uuid not null,
      -- 1 / probability with which the sample contains the image
      weight double precision not null check (weight > 0),
      created timestamptz not null default clock_timestamp(),
      primary key (job_id, image_id)
    )`.execute(db);
  await sql`create index gold_sample_image on gold_sample (image_id)`.execute(db);
  await sql`create index gold_sample_workspace on gold_sample (workspace_id, task_id)`.execute(db);
}
