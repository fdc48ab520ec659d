import { sql, type Kysely } from 'kysely';

/** Creates imports with their files, the images and annotations found in them, and the results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_import (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      name text not null,
      state text not null default 'collecting' check (state in (
        'collecting', 'reading', 'planned', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
      -- a place of the operator's; null: the files are sent
      source jsonb,
      -- format and outlines, as planned
      options jsonb not null default '{}',
      plan jsonb,
      choices jsonb,
      result jsonb,
      -- labels, tasks, groups and jobs that it created
      made jsonb not null default '{}',
      work_id uuid references long_work(id) on delete set null,
      began timestamptz,
      error text,
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user(id) on delete set null
    )`.execute(db);
  await sql`create index data_import_workspace on data_import (workspace_id, created desc, id)`.execute(db);
  await sql`create index data_import_work on data_import (work_id)`.execute(db);
  await sql`create index data_import_created_by on data_import (created_by)`.execute(db);
  await sql`
    create table import_file (
      id uuid primary key default gen_random_uuid(),
      import_id uuid not null references data_import(id) on delete cascade,
      path text not null,
      size bigint not null,
      created timestamptz not null default clock_timestamp(),
      unique (import_id, path)
    )`.execute(db);
  await sql`
    create table import_item (
      import_id uuid not null references data_import(id) on delete cascade,
      n int not null,
      path text not null,
      -- where its picture lies in the files; null: in none of them
      source jsonb,
      hash text,
      -- as the annotations say
      width int,
      height int,
      -- TEST, meta data, verifications and the like
      facts jsonb,
      -- without a reference: the image may be deleted, which would look for it here
      image_id uuid,
      outcome text not null check (outcome in ('new', 'here', 'missing', 'unreadable', 'added', 'failed')),
      -- dealt with
      done boolean not null default false,
      reason text,
      primary key (import_id, n)
    )`.execute(db);
  await sql`create index import_item_outcome on import_item (import_id, outcome, n)`.execute(db);
  await sql`
    create table import_shape (
      import_id uuid not null references data_import(id) on delete cascade,
      item int not null,
      n int not null,
      kind text not null check (kind in ('box', 'polygon', 'point', 'label')),
      class text not null,
      data jsonb not null,
      -- the object, polygon or point that was made; of a label the label's id
      made uuid,
      primary key (import_id, item, n)
    )`.execute(db);
}
