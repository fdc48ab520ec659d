import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds the rules of tasks, their stored violations, and a flag with which users state that an image has nothing to annotate (ADR 0118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tasks = ['detection_task', 'segmentation_task'];
  for (const table of tasks)
    await sql`
      alter table ${sql.table(table)} add column rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object')`.execute(
      db,
    );
  await sql`alter table image_verification add column nothing_to_annotate boolean not null default false`.execute(db);
  await sql`
    create index image_verification_nothing on image_verification (workspace_id, image_id) where nothing_to_annotate`.execute(db);
  await sql`
    create table rule_violation (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      image_id uuid not null references training_image on delete cascade,
      detection_task_id uuid references detection_task on delete cascade,
      segmentation_task_id uuid references segmentation_task on delete cascade,
      rule text not null,
      level text not null,
      shape_kind text,
      shape_id uuid,
      created timestamptz not null default now(),
      check (num_nonnulls(detection_task_id, segmentation_task_id) = 1))`.execute(db);
  await sql`create index rule_violation_image on rule_violation (image_id)`.execute(db);
  await sql`create index rule_violation_workspace on rule_violation (workspace_id)`.execute(db);
  await sql`create index rule_violation_detection on rule_violation (detection_task_id, rule, image_id)`.execute(db);
  await sql`create index rule_violation_segmentation on rule_violation (segmentation_task_id, rule, image_id)`.execute(db);
  const logged = [...tasks, 'image_verification'];
  for (const table of LOGGED_TABLES.filter(({ name }) => logged.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
