import { sql, type Kysely } from 'kysely';

/** Creates the tables of imports: their files, the images and annotations in the files, and the results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_import (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      name text not null,
      state text not null default 'collecting' check (state in (
        'collecting', 'reading', 'planned', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
      -- a location that the operator allows; null if the files are uploaded
      source jsonb,
      -- the options that the user selects for the plan: the file format, and whether outlines become polygons, boxes or both
      options jsonb not null default '{}',
      -- preview of what the import would add
      plan jsonb,
      -- what the user chooses after the preview, such as the labels of classes
      choices jsonb,
      result jsonb,
      -- labels, tasks, groups and jobs that the import has created
      made jsonb not null default '{}',
      -- the background work that plans, runs or undoes the import
      work_id uuid references long_work(id) on delete set null,
      -- when the import started to add images; null before
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
      -- position of the image among all images of the import
      n int not null,
      path text not null,
      -- location of the image in the files; null if the files do not contain it
      source jsonb,
      hash text,
      -- size declared by the annotations
      width int,
      height int,
      -- what the files declare about the image, for example the TEST flag, meta data and verifications
      facts jsonb,
      -- no foreign key, because it would slow down the deletion of images
      image_id uuid,
      -- 'here': the workspace already has the image
      outcome text not null check (outcome in ('new', 'here', 'missing', 'unreadable', 'added', 'failed')),
      -- whether the image has been processed
      done boolean not null default false,
      reason text,
      primary key (import_id, n)
    )`.execute(db);
  await sql`create index import_item_outcome on import_item (import_id, outcome, n)`.execute(db);
  await sql`
    create table import_shape (
      import_id uuid not null references data_import(id) on delete cascade,
      -- the image: import_item.n
      item int not null,
      -- position of the annotation among those of the image
      n int not null,
      kind text not null check (kind in ('box', 'polygon', 'point', 'label')),
      class text not null,
      data jsonb not null,
      -- id of the created object, polygon or point, or of the added label
      made uuid,
      primary key (import_id, item, n)
    )`.execute(db);
}
