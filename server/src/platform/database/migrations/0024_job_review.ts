import { sql, type Kysely } from 'kysely';

/** Adds instructions and assignees of annotation jobs, review remarks, and snapshots of each user's work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table annotation_job add column instructions text not null default ''`.execute(db);
  await sql`
    create table job_assignee (
      job_id uuid not null references annotation_job(id) on delete cascade,
      user_id uuid not null references app_user(id) on delete cascade,
      workspace_id uuid not null references workspace(id) on delete cascade,
      created timestamptz not null default clock_timestamp(),
      primary key (job_id, user_id)
    )`.execute(db);
  await sql`create index job_assignee_user on job_assignee (user_id)`.execute(db);
  await sql`create index job_assignee_workspace on job_assignee (workspace_id)`.execute(db);
  // Total working time of the item in all its rounds. Null if it was not measured.
  await sql`alter table item_work add column seconds real`.execute(db);
  await sql`
    create table job_remark (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      job_id uuid not null references annotation_job(id) on delete cascade,
      item_id uuid not null references job_item(id) on delete cascade,
      author_id uuid not null references app_user(id) on delete cascade,
      reviewer_id uuid references app_user(id) on delete set null,
      text text not null,
      -- x, y in pixels of the upright image; null if the remark concerns the complete image
      data int[] check (array_length(data, 1) = 2),
      state text not null default 'open' check (state in ('open', 'answered', 'closed')),
      created timestamptz not null default clock_timestamp(),
      answered timestamptz,
      version int not null default 1
    )`.execute(db);
  await sql`create index job_remark_item on job_remark (item_id)`.execute(db);
  await sql`create index job_remark_job on job_remark (job_id, state)`.execute(db);
  await sql`create index job_remark_author on job_remark (author_id, state)`.execute(db);
  await sql`create index job_remark_reviewer on job_remark (reviewer_id, state)`.execute(db);
  await sql`create index job_remark_workspace on job_remark (workspace_id, created, id)`.execute(db);
  await sql`
    create table item_snapshot (
      item_id uuid not null references job_item(id) on delete cascade,
      user_id uuid not null references app_user(id) on delete cascade,
      job_id uuid not null references annotation_job(id) on delete cascade,
      workspace_id uuid not null references workspace(id) on delete cascade,
      labels jsonb not null,
      shapes jsonb not null,
      taken timestamptz not null default clock_timestamp(),
      primary key (item_id, user_id)
    )`.execute(db);
  await sql`create index item_snapshot_user on item_snapshot (user_id)`.execute(db);
  await sql`create index item_snapshot_job on item_snapshot (job_id)`.execute(db);
  await sql`create index item_snapshot_workspace on item_snapshot (workspace_id)`.execute(db);
  await sql`
    create table item_comparison (
      item_id uuid not null,
      -- the user who marked the item as done first
      first_id uuid not null,
      second_id uuid not null,
      job_id uuid not null references annotation_job(id) on delete cascade,
      workspace_id uuid not null references workspace(id) on delete cascade,
      same_labels int not null,
      all_labels int not null,
      same_shapes int not null,
      all_shapes int not null,
      primary key (item_id, first_id, second_id),
      foreign key (item_id, first_id) references item_snapshot(item_id, user_id) on delete cascade,
      foreign key (item_id, second_id) references item_snapshot(item_id, user_id) on delete cascade
    )`.execute(db);
  await sql`create index item_comparison_second on item_comparison (item_id, second_id)`.execute(db);
  await sql`create index item_comparison_job on item_comparison (job_id)`.execute(db);
  await sql`create index item_comparison_workspace on item_comparison (workspace_id)`.execute(db);
}
