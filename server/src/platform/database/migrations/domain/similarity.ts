export const similarityTables = `
create table similarity_type (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index similarity_type_workspace on similarity_type (workspace_id, lower(name), id);

create table similarity_task (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  description text not null default '',
  training_params jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index similarity_task_workspace on similarity_task (workspace_id, lower(name), id);

create table similarity_task_type (
  task_id uuid not null references similarity_task(id) on delete cascade,
  type_id uuid not null references similarity_type(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (task_id, type_id)
);
create index similarity_task_type_type on similarity_task_type (type_id, task_id);
create index similarity_task_type_workspace on similarity_task_type (workspace_id);

create table similarity_group (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  description text not null default '',
  type_id uuid references similarity_type(id) on delete set null,
  test_group boolean not null default false,
  meta_data jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index similarity_group_workspace on similarity_group (workspace_id, lower(name), id);
create index similarity_group_type on similarity_group (type_id);

create table group_image (
  group_id uuid not null references similarity_group(id) on delete cascade,
  image_id uuid not null references training_image(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (group_id, image_id)
);
create index group_image_image on group_image (image_id, group_id);
create index group_image_workspace on group_image (workspace_id);

create table group_object (
  group_id uuid not null references similarity_group(id) on delete cascade,
  object_id uuid not null references detection_object(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (group_id, object_id)
);
create index group_object_object on group_object (object_id, group_id);
create index group_object_workspace on group_object (workspace_id);

create table group_group (
  parent_id uuid not null references similarity_group(id) on delete cascade,
  child_id uuid not null references similarity_group(id) on delete cascade,
  workspace_id uuid not null references workspace(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  primary key (parent_id, child_id),
  check (parent_id <> child_id)
);
create index group_group_child on group_group (child_id, parent_id);
create index group_group_workspace on group_group (workspace_id);

create table similarity_verification (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  group_id uuid not null references similarity_group(id) on delete cascade,
  user_id uuid not null references app_user(id) on delete cascade,
  created timestamptz not null default clock_timestamp(),
  unique (group_id, user_id)
);
create index similarity_verification_workspace on similarity_verification (workspace_id);
create index similarity_verification_user on similarity_verification (user_id);
`;
