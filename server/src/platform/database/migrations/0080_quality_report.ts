import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/**
 * Adds quality targets of tasks, pauses of annotators in jobs, and the feedback on gold-standard items with appeals against it
 * (ADR 0118).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quality_target (
      workspace_id uuid not null references workspace on delete cascade,
      domain text not null check (domain in ('detection', 'segmentation', 'recognition')),
      task_id uuid primary key,
      -- minimum of the mean F1 of the images
      target double precision not null check (target > 0 and target < 1),
      -- foreign keys, so that the target is deleted with its task
      detection_task_id uuid generated always as (case when domain = 'detection' then task_id end) stored
        references detection_task on delete cascade,
      segmentation_task_id uuid generated always as (case when domain = 'segmentation' then task_id end) stored
        references segmentation_task on delete cascade,
      recognition_task_id uuid generated always as (case when domain = 'recognition' then task_id end) stored
        references recognition_task on delete cascade)`.execute(db);
  for (const column of ['workspace_id', 'detection_task_id', 'segmentation_task_id', 'recognition_task_id'])
    await sql`create index ${sql.ref(`quality_target_${column}`)} on quality_target (${sql.ref(column)})`.execute(db);
  await sql`
    create table job_pause (
      job_id uuid not null references annotation_job on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      paused_by uuid references app_user on delete set null,
      created timestamptz not null default now(),
      primary key (job_id, user_id))`.execute(db);
  await sql`
    create table gold_appeal (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      gold_id uuid not null references gold_item on delete cascade,
      job_id uuid not null references annotation_job on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      text text not null,
      state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
      decided_by uuid references app_user on delete set null,
      created timestamptz not null default now(),
      decided timestamptz,
      unique (gold_id, user_id, job_id))`.execute(db);
  await sql`
    -- how often an annotator got feedback on a gold item in a job, and the work before the first feedback, which is scored
    create table gold_try (
      gold_id uuid not null references gold_item on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      job_id uuid not null references annotation_job on delete cascade,
      item_id uuid not null references job_item on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      tries int not null,
      -- when the last feedback was given
      given timestamptz not null default clock_timestamp(),
      labels jsonb not null,
      shapes jsonb not null,
      primary key (gold_id, user_id, job_id))`.execute(db);
  for (const table of ['job_pause', 'gold_appeal', 'gold_try'])
    for (const column of ['workspace_id', 'user_id'])
      await sql`create index ${sql.ref(`${table}_${column}`)} on ${sql.table(table)} (${sql.ref(column)})`.execute(db);
  for (const table of ['gold_appeal', 'gold_try'])
    await sql`create index ${sql.ref(`${table}_job_id`)} on ${sql.table(table)} (job_id)`.execute(db);
  await sql`create index gold_try_item_id on gold_try (item_id)`.execute(db);
  // Deleting an account searches for the rows that refer to it.
  await sql`create index job_pause_paused_by on job_pause (paused_by)`.execute(db);
  await sql`create index gold_appeal_decided_by on gold_appeal (decided_by)`.execute(db);
  await sql`
    alter table annotation_job add column gold_feedback int not null default 0 check (gold_feedback between 0 and 3)`.execute(db);
  const logged = ['annotation_job', 'quality_target'];
  for (const table of LOGGED_TABLES.filter(({ name }) => logged.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
