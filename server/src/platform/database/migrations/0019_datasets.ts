import { sql, type Kysely } from 'kysely';

/** Creates dataset versions, and adds columns for the training of local models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_version (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      -- null for a version created by a training
      name text,
      pictures int not null default 0,
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user(id) on delete set null
    )`.execute(db);
  await sql`create index dataset_version_workspace on dataset_version (workspace_id, created)`.execute(db);
  await sql`create index dataset_version_created_by on dataset_version (created_by)`.execute(db);
  await sql`
    create table dataset_picture (
      dataset_id uuid not null references dataset_version(id) on delete cascade,
      place int not null,
      -- no foreign key, because a version remains unchanged when an image is deleted
      image_id uuid not null,
      img_key text not null,
      img_width int not null,
      img_height int not null,
      test_image boolean not null,
      -- labels, objects and polygons when the version was created
      annotations jsonb not null,
      primary key (dataset_id, place)
    )`.execute(db);
  for (const domain of ['recognition', 'detection', 'segmentation']) {
    const table = sql.table(`${domain}_model`);
    await sql`
      alter table ${table}
        add column dataset_id uuid references dataset_version(id) on delete set null,
        add column seed int,
        add column file_key text,
        add column progress jsonb`.execute(db);
    await sql`create index ${sql.raw(`${domain}_model_dataset`)} on ${table} (dataset_id) where dataset_id is not null`.execute(
      db,
    );
  }
}
