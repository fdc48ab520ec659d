// `seq` numbers the images of a workspace without gaps, in order of creation. The search index identifies rows by it. `version`
// is incremented by every edit, and a write with an older version is refused with 409.

export const imageTables = `
create table workspace_counter (
  workspace_id uuid not null references workspace(id) on delete cascade,
  kind text not null check (kind in ('image', 'object')),
  next_seq int not null default 0,
  -- "created" never decreases with seq, so a range of dates is a range of seq.
  last_created timestamptz not null default '-infinity',
  primary key (workspace_id, kind)
);

create table training_image (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  seq int not null,
  img_key text not null,
  thumb_key text not null,
  -- a copy in a format that all browsers support, if the original has another format
  display_key text,
  mask_key text,
  content_type text not null,
  content_hash text not null,
  img_width int not null check (img_width > 0),
  img_height int not null check (img_height > 0),
  meta_data jsonb not null default '{}',
  real boolean not null default true,
  test_image boolean not null default false,
  created timestamptz not null,
  created_by uuid references app_user(id) on delete set null,
  version int not null default 1,
  unique (workspace_id, seq),
  unique (workspace_id, content_hash)
);
create index training_image_created on training_image (workspace_id, created, seq);

create table image_verification (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  image_id uuid not null references training_image(id) on delete cascade,
  user_id uuid not null references app_user(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  unique (image_id, user_id)
);
create index image_verification_workspace on image_verification (workspace_id, created);
create index image_verification_user on image_verification (user_id);

create table point (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  image_id uuid not null references training_image(id) on delete cascade,
  name text not null,
  data int[] not null check (array_length(data, 1) = 2),
  meta_data jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index point_image on point (image_id, created, id);
create index point_workspace on point (workspace_id, created, id);
`;

/** Creates a table of models. It has the same columns for all kinds of tasks. */
const modelTable = (domain: string) => `
create table ${domain}_model (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  task_id uuid not null references ${domain}_task(id) on delete cascade,
  number int not null,
  train_status text not null default 'QUEUED'
    check (train_status in ('QUEUED', 'TRAINING', 'TRAINED', 'FAILED', 'CANCELLED')),
  error text,
  map double precision,
  metrics jsonb not null default '{}',
  training_params jsonb not null default '{}',
  model_key text,
  requested_by uuid references app_user(id) on delete set null,
  created timestamptz not null default clock_timestamp(),
  finished timestamptz,
  unique (task_id, number)
);
create index ${domain}_model_workspace on ${domain}_model (workspace_id, created);
`;

export const recognitionTables = `
create table recognition_task (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  description text not null default '',
  type text not null default 'multi_class' check (type in ('multi_class', 'multi_label', 'regression')),
  production_version int not null default 0,
  training_params jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index recognition_task_workspace on recognition_task (workspace_id, lower(name), id);

create table recognition_label (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  description text not null default '',
  output_name text,
  type text not null default 'category' check (type in ('category', 'tag', 'value', 'plain')),
  color text,
  step_value double precision,
  min_value double precision,
  max_value double precision,
  negative_for_task uuid references recognition_task(id) on delete set null,
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index recognition_label_workspace on recognition_label (workspace_id, lower(name), id);
create index recognition_label_negative on recognition_label (negative_for_task) where negative_for_task is not null;

create table recognition_task_label (
  task_id uuid not null references recognition_task(id) on delete cascade,
  label_id uuid not null references recognition_label(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (task_id, label_id)
);
create index recognition_task_label_label on recognition_task_label (label_id, task_id);
create index recognition_task_label_workspace on recognition_task_label (workspace_id);
${modelTable('recognition')}
create table image_label (
  image_id uuid not null references training_image(id) on delete cascade,
  label_id uuid not null references recognition_label(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  value double precision,
  created timestamptz not null default clock_timestamp(),
  primary key (image_id, label_id)
);
create index image_label_label on image_label (label_id, value, image_id);
create index image_label_workspace on image_label (workspace_id);
`;

export const detectionTables = `
create table detection_task (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  description text not null default '',
  training_params jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index detection_task_workspace on detection_task (workspace_id, lower(name), id);

create table detection_label (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  output_name text,
  color text not null default '#2f80ed',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index detection_label_workspace on detection_label (workspace_id, lower(name), id);

create table detection_task_label (
  task_id uuid not null references detection_task(id) on delete cascade,
  label_id uuid not null references detection_label(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (task_id, label_id)
);
create index detection_task_label_label on detection_task_label (label_id, task_id);
create index detection_task_label_workspace on detection_task_label (workspace_id);

-- the recognition tasks that classify the objects of a detection label
create table detection_label_recognition_task (
  label_id uuid not null references detection_label(id) on delete cascade,
  task_id uuid not null references recognition_task(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (label_id, task_id)
);
create index detection_label_recognition_task_task on detection_label_recognition_task (task_id);
create index detection_label_recognition_task_workspace on detection_label_recognition_task (workspace_id);

create table detection_task_negative_image (
  task_id uuid not null references detection_task(id) on delete cascade,
  image_id uuid not null references training_image(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (task_id, image_id)
);
create index detection_task_negative_image_image on detection_task_negative_image (image_id);
create index detection_task_negative_image_workspace on detection_task_negative_image (workspace_id);
${modelTable('detection')}
create table detection_object (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  seq int not null,
  image_id uuid not null references training_image(id) on delete cascade,
  detection_label_id uuid not null references detection_label(id) on delete cascade,
  -- x1, y1, x2, y2 in pixels of the upright image
  data int[] not null check (array_length(data, 1) = 4 and data[1] < data[3] and data[2] < data[4]),
  -- random token in the URL of the cut-out, replaced when the box changes; the file is created on first request
  thumb_token uuid not null default gen_random_uuid() unique,
  thumb_key text,
  meta_data jsonb not null default '{}',
  created timestamptz not null,
  created_by uuid references app_user(id) on delete set null,
  version int not null default 1,
  unique (workspace_id, seq)
);
create index detection_object_image on detection_object (image_id, seq);
create index detection_object_label on detection_object (detection_label_id, seq);
create index detection_object_created on detection_object (workspace_id, created, seq);

create table object_label (
  object_id uuid not null references detection_object(id) on delete cascade,
  label_id uuid not null references recognition_label(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  value double precision,
  created timestamptz not null default clock_timestamp(),
  primary key (object_id, label_id)
);
create index object_label_label on object_label (label_id, value, object_id);
create index object_label_workspace on object_label (workspace_id);
`;

export const segmentationTables = `
create table segmentation_task (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  description text not null default '',
  training_params jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index segmentation_task_workspace on segmentation_task (workspace_id, lower(name), id);

create table segmentation_label (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  output_name text,
  color text not null default '#2f80ed',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index segmentation_label_workspace on segmentation_label (workspace_id, lower(name), id);

create table segmentation_task_label (
  task_id uuid not null references segmentation_task(id) on delete cascade,
  label_id uuid not null references segmentation_label(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (task_id, label_id)
);
create index segmentation_task_label_label on segmentation_task_label (label_id, task_id);
create index segmentation_task_label_workspace on segmentation_task_label (workspace_id);
${modelTable('segmentation')}
create table polygon (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  image_id uuid not null references training_image(id) on delete cascade,
  segmentation_label_id uuid not null references segmentation_label(id) on delete cascade,
  -- x, y, x, y ... in pixels of the upright image
  data int[] not null check (array_length(data, 1) >= 6 and array_length(data, 1) % 2 = 0),
  bbox int[] not null check (array_length(bbox, 1) = 4),
  meta_data jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  created_by uuid references app_user(id) on delete set null,
  version int not null default 1
);
create index polygon_image on polygon (image_id, created, id);
create index polygon_label on polygon (segmentation_label_id, created, id);
create index polygon_workspace on polygon (workspace_id, created, id);
`;
