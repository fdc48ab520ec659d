import { sql, type Kysely } from 'kysely';

/**
 * Creates the statistics of users. They are counted from the change log and outlive its entries, so they have no foreign keys to
 * rows that can be deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace add column statistics_visibility text not null default 'everybody'
      check (statistics_visibility in ('everybody', 'own'))`.execute(db);
  // The counts of a UTC day. A row exists for each combination that occurred.
  await sql`
    create table daily_statistics (
      workspace_id uuid not null references workspace(id) on delete cascade,
      day date not null,
      user_id uuid not null,
      -- null for changes outside of jobs
      job_id uuid,
      -- null for counts that have no label
      label_id uuid,
      items_done bigint not null default 0,
      items_sent_back bigint not null default 0,
      images_verified bigint not null default 0,
      shapes_created bigint not null default 0,
      shapes_changed bigint not null default 0,
      shapes_deleted bigint not null default 0,
      labels_set bigint not null default 0,
      found_wrong bigint not null default 0,
      active_ms bigint not null default 0,
      unique nulls not distinct (workspace_id, day, user_id, job_id, label_id)
    )`.execute(db);
  await sql`create index daily_statistics_job on daily_statistics (job_id, day) where job_id is not null`.execute(db);
  // Entries of the change log up to counted_id are counted. Entries up to pending_id are complete as soon as all transactions
  // before pending_xid have ended.
  await sql`
    create table statistics_progress (
      counted_id bigint not null,
      pending_id bigint not null,
      pending_xid xid8 not null
    )`.execute(db);
  await sql`insert into statistics_progress values (0, 0, '0')`.execute(db);
  // Periods with input of a user. They never overlap, so that two tabs and repeated reports count once.
  await sql`
    create table active_period (
      workspace_id uuid not null references workspace(id) on delete cascade,
      user_id uuid not null references app_user(id) on delete cascade,
      started timestamptz not null,
      ended timestamptz not null check (ended > started),
      primary key (workspace_id, user_id, started)
    )`.execute(db);
  await sql`create index active_period_user on active_period (user_id)`.execute(db);
  await sql`create index active_period_ended on active_period (ended)`.execute(db);
  // Finds the entries that are not counted yet.
  await sql`create index change_by_id on change (id)`.execute(db);
}
