import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds hidden gold-standard items, which measure annotators, their scores, and the users who know the results (ADR 0124). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The task is a row of one of three tables, so there is no foreign key. Gold items of deleted tasks are no longer served.
  await sql`
    create table gold_item (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      domain text not null check (domain in ('detection', 'segmentation', 'recognition')),
      task_id uuid not null,
      image_id uuid not null references training_image on delete cascade,
      revision int not null default 1,
      -- the format of item_snapshot, with labels of the task only
      labels jsonb not null,
      shapes jsonb not null,
      -- 1 / probability with which a sample contains the image; 1 for a selection
      weight double precision not null default 1 check (weight > 0),
      source text not null check (source in ('selection', 'adjudication', 'sample')),
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user on delete set null,
      retired timestamptz,
      retired_reason text
    )`.execute(db);
  await sql`create unique index gold_item_active on gold_item (task_id, image_id) where retired is null`.execute(db);
  await sql`create index gold_item_workspace on gold_item (workspace_id, task_id)`.execute(db);
  await sql`create index gold_item_image on gold_item (image_id)`.execute(db);
  await sql`create index gold_item_created_by on gold_item (created_by)`.execute(db);
  await sql`
    create table gold_revision (
      gold_id uuid not null references gold_item on delete cascade,
      revision int not null,
      workspace_id uuid not null references workspace on delete cascade,
      labels jsonb not null,
      shapes jsonb not null,
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user on delete set null,
      reason text,
      primary key (gold_id, revision)
    )`.execute(db);
  await sql`create index gold_revision_workspace on gold_revision (workspace_id)`.execute(db);
  await sql`create index gold_revision_created_by on gold_revision (created_by)`.execute(db);
  await sql`
    create table gold_exposure (
      gold_id uuid not null references gold_item on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      reason text not null check (reason in ('annotated', 'opened', 'read')),
      created timestamptz not null default clock_timestamp(),
      primary key (gold_id, user_id)
    )`.execute(db);
  await sql`create index gold_exposure_user on gold_exposure (user_id)`.execute(db);
  await sql`create index gold_exposure_workspace on gold_exposure (workspace_id)`.execute(db);
  await sql`
    alter table annotation_job
      -- ratio of gold items to all items that an annotator gets; null for jobs without gold items
      add column gold_rate real check (gold_rate > 0 and gold_rate <= 0.5),
      -- secret, because the positions of gold items are computed from it
      add column gold_seed uuid not null default gen_random_uuid()`.execute(db);
  await sql`create index annotation_job_gold on annotation_job (workspace_id) where gold_rate is not null and not done`.execute(
    db,
  );
  // No foreign key: the undo of a deletion may restore items whose gold item no longer exists. The work on such items is never copied to
  // the image.
  await sql`alter table job_item add column gold_id uuid`.execute(db);
  await sql`create index job_item_gold on job_item (gold_id) where gold_id is not null`.execute(db);
  await sql`
    create table gold_score (
      gold_id uuid not null references gold_item on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      job_id uuid not null references annotation_job on delete cascade,
      item_id uuid not null references job_item on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      revision int not null,
      scored timestamptz not null default clock_timestamp(),
      weight double precision not null,
      counts jsonb not null,
      -- {"label id": counts}
      label_counts jsonb not null,
      -- [{"kind": "missing", "box": [x1, y1, x2, y2], "label": "label id"}]
      differences jsonb not null,
      primary key (gold_id, user_id, job_id)
    )`.execute(db);
  await sql`create index gold_score_job on gold_score (job_id, user_id)`.execute(db);
  await sql`create index gold_score_user on gold_score (user_id)`.execute(db);
  await sql`create index gold_score_item on gold_score (item_id)`.execute(db);
  await sql`create index gold_score_workspace on gold_score (workspace_id)`.execute(db);
  // Position of the item in the order in which the user received the items of a job with gold items.
  await sql`alter table item_work add column position int`.execute(db);
  // For annotators, a function with the same name in another schema returns whether a job with gold items hides the image.
  await sql`create function is_blind_image(image uuid) returns boolean language sql immutable parallel safe as 'select false'`.execute(
    db,
  );
  // Lists of labels read the number of images of each label through this view. A view with the same name in another schema replaces it for
  // annotators.
  await sql`create view counted_facet as select * from facet`.execute(db);
  const logged = ['annotation_job', 'job_item', 'item_work'];
  for (const table of LOGGED_TABLES.filter(({ name }) => logged.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
