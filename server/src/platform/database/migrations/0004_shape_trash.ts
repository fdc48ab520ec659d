import { sql, type Kysely } from 'kysely';

/** Creates the trash of deleted objects, polygons and points that can be restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_shape (
      id uuid primary key,
      -- name of the table that contained the row
      kind text not null check (kind in ('detection_object', 'polygon', 'point')),
      workspace_id uuid not null references workspace(id) on delete cascade,
      image_id uuid not null references training_image(id) on delete cascade,
      -- the complete row, and the rows that referred to it by the name of their table
      shape jsonb not null,
      links jsonb not null default '{}',
      deleted_at timestamptz not null default clock_timestamp(),
      deleted_by uuid references app_user(id) on delete set null
    )`.execute(db);
  await sql`create index deleted_shape_image on deleted_shape (image_id)`.execute(db);
  await sql`create index deleted_shape_workspace on deleted_shape (workspace_id)`.execute(db);
  await sql`create index deleted_shape_deleted_at on deleted_shape (deleted_at)`.execute(db);
  await sql`create index deleted_shape_deleted_by on deleted_shape (deleted_by)`.execute(db);
}
