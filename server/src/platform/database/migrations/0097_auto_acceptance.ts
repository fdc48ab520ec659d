import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds predictions that were accepted without a review, and audits of samples of them (ADR 0129). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The id of the model. It has no foreign key, because models are in one of three tables, and verifications outlive them.
  await sql`alter table image_verification add column model_id uuid`.execute(db);
  await sql`
    create index image_verification_model on image_verification (model_id, image_id) where model_id is not null`.execute(db);
  await sql`
    create table auto_acceptance (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      run_id uuid not null references prediction_run on delete cascade,
      -- no foreign key, as above
      model_id uuid not null,
      target_error double precision not null check (target_error between 0 and 1),
      expected_error double precision not null check (expected_error between 0 and 1),
      -- no foreign key, because the evidence must come back when the deletion of the job is undone
      job_id uuid not null,
      -- the labels of the task, and what the model predicted for each image of the audit
      audit jsonb not null,
      created timestamptz not null default clock_timestamp())`.execute(db);
  await sql`create index auto_acceptance_workspace on auto_acceptance (workspace_id)`.execute(db);
  await sql`create index auto_acceptance_run on auto_acceptance (run_id, model_id)`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'image_verification')) await logTable(db, table);
  await createJobAccess(db);
}
