export const annotateTables = `
create table flow (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  json_data jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index flow_workspace on flow (workspace_id, lower(name), id);

create table annotation_job (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  type text not null check (type in ('image', 'similarity')),
  name text not null,
  description text not null default '',
  -- number of different users who do each item once
  todo_number int not null default 1 check (todo_number between 1 and 4),
  randomize boolean not null default true,
  auto_complete boolean not null default false,
  done boolean not null default false,
  flow_id uuid references flow(id) on delete set null,
  mark_done_label_id uuid references recognition_label(id) on delete set null,
  created timestamptz not null default clock_timestamp(),
  created_by uuid references app_user(id) on delete set null,
  version int not null default 1
);
create index annotation_job_workspace on annotation_job (workspace_id, type, lower(name), id);
create index annotation_job_flow on annotation_job (flow_id);
create index annotation_job_label on annotation_job (mark_done_label_id);

create table job_recognition_task (
  job_id uuid not null references annotation_job(id) on delete cascade,
  task_id uuid not null references recognition_task(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (job_id, task_id)
);
create index job_recognition_task_task on job_recognition_task (task_id);
create index job_recognition_task_workspace on job_recognition_task (workspace_id);

create table job_item (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references annotation_job(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  image_id uuid references training_image(id) on delete cascade,
  group_id uuid references similarity_group(id) on delete cascade,
  position bigint generated always as identity,
  -- random order of a randomized job, assigned once so that its pages are stable
  shuffle double precision not null default random(),
  -- number of users who have done this item; updated in the same transaction as item_work
  done_count int not null default 0,
  created timestamptz not null default clock_timestamp(),
  check (num_nonnulls(image_id, group_id) = 1),
  unique (job_id, image_id),
  unique (job_id, group_id)
);
create index job_item_position on job_item (job_id, position);
create index job_item_shuffle on job_item (job_id, shuffle);
create index job_item_done on job_item (job_id, done_count);
create index job_item_image on job_item (image_id) where image_id is not null;
create index job_item_group on job_item (group_id) where group_id is not null;
create index job_item_workspace on job_item (workspace_id);

-- Users who lease an item, the end of each lease, and when they marked the item as done.
create table item_work (
  item_id uuid not null references job_item(id) on delete cascade,
  user_id uuid not null references app_user(id) on delete cascade,
  job_id uuid not null references annotation_job(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  leased_until timestamptz,
  done_at timestamptz,
  primary key (item_id, user_id)
);
create index item_work_user on item_work (job_id, user_id);
create index item_work_app_user on item_work (user_id);
create index item_work_workspace on item_work (workspace_id);
`;

export const evaluationTables = `
create table evaluation (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  created_by uuid references app_user(id) on delete set null,
  result jsonb not null default '{"top_labels": []}'
);
create index evaluation_workspace on evaluation (workspace_id, created desc, id);

-- Predictions of a model for an image. An evaluation compares them with verified annotations.
create table prediction (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  image_id uuid not null references training_image(id) on delete cascade,
  task_id uuid not null references recognition_task(id) on delete cascade,
  model_id uuid references recognition_model(id) on delete set null,
  -- [{"id": label, "prob": 0..1}], most probable first
  labels jsonb not null,
  created timestamptz not null default clock_timestamp(),
  unique (task_id, image_id)
);
create index prediction_image on prediction (image_id);
create index prediction_model on prediction (model_id);
create index prediction_workspace on prediction (workspace_id, created);
`;

// The original queue of background work, which a later migration replaces. Work was claimed with FOR UPDATE SKIP LOCKED and
// reserved by a renewable lease.
export const longWorkTables = `
create table long_work (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  kind text not null,
  input jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress_done int not null default 0,
  progress_total int,
  result jsonb,
  error text,
  attempts int not null default 0,
  cancel_requested boolean not null default false,
  leased_until timestamptz,
  worker text,
  created timestamptz not null default clock_timestamp(),
  created_by uuid references app_user(id) on delete set null,
  finished timestamptz
);
create index long_work_waiting on long_work (created) where state in ('queued', 'running');
create index long_work_workspace on long_work (workspace_id, created desc, id);
`;

export const facetTables = `
-- 4,096 bits of one property for a chunk of consecutive seq numbers: bit (seq & 4095) of chunk (seq >> 12).
-- ref names the label, job or task of the property, or is the nil UUID.
create table facet (
  workspace_id uuid not null references workspace(id) on delete cascade,
  kind text not null,
  ref uuid not null,
  chunk int not null,
  bits bit(4096) not null,
  primary key (workspace_id, kind, ref, chunk)
);
-- Each write to a chunk updates its row. Free space on the page allows HOT updates.
alter table facet set (fillfactor = 50);
create index facet_ref on facet (ref, kind);
`;
