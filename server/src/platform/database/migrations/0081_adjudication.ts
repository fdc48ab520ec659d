import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds the decisions of reviewers on items about which annotators disagree, and additional annotators for such items (ADR 0123). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table annotation_job
      -- percentage of agreement below which an additional user annotates an item; null if the job asks nobody
      add column extra_threshold real check (extra_threshold > 0 and extra_threshold <= 100),
      -- maximum number of users of an item; null for one more than todo_number
      add column max_people int check (max_people between 1 and 4)`.execute(db);
  await sql`alter table job_item add column extra_people int not null default 0 check (extra_people >= 0)`.execute(db);
  await sql`
    create table item_adjudication (
      item_id uuid primary key references job_item(id) on delete cascade,
      job_id uuid not null references annotation_job(id) on delete cascade,
      workspace_id uuid not null references workspace(id) on delete cascade,
      user_id uuid references app_user(id) on delete set null,
      created timestamptz not null default clock_timestamp(),
      -- number of shapes in the result, by the user whose layer contains them
      from_users jsonb not null default '{}',
      from_proposal int not null default 0,
      edited int not null default 0
    )`.execute(db);
  await sql`create index item_adjudication_job on item_adjudication (job_id)`.execute(db);
  await sql`create index item_adjudication_user on item_adjudication (user_id)`.execute(db);
  await sql`create index item_adjudication_workspace on item_adjudication (workspace_id)`.execute(db);
  const logged = ['annotation_job', 'job_item', 'item_adjudication'];
  for (const table of LOGGED_TABLES.filter(({ name }) => logged.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
