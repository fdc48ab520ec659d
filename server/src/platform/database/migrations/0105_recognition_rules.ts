import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds the rules of recognition tasks, and their stored violations (ADR 0118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table recognition_task add column rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object')`.execute(db);
  await sql`
    alter table rule_violation
      add column recognition_task_id uuid references recognition_task on delete cascade,
      drop constraint rule_violation_check,
      add constraint rule_violation_check
        check (num_nonnulls(detection_task_id, segmentation_task_id, recognition_task_id) = 1)`.execute(db);
  await sql`create index rule_violation_recognition on rule_violation (recognition_task_id, rule, image_id)`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'recognition_task')) await logTable(db, table);
  await createJobAccess(db);
}
