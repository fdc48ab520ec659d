import { sql, type Kysely } from 'kysely';
import { IS_RESTORABLE_DELETION } from '../tables/restorable-kinds';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

const LOGGED: readonly string[] = ['mask', 'comment_thread'];

/** Creates masks, which are shapes of a segmentation label like polygons (ADR 0109). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mask (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      image_id uuid not null references training_image(id) on delete cascade,
      segmentation_label_id uuid not null references segmentation_label(id) on delete cascade,
      -- COCO RLE of the upright image: size [height, width] and the compressed run list
      data jsonb not null check (jsonb_typeof(data -> 'counts') = 'string' and jsonb_array_length(data -> 'size') = 2),
      -- derived from data: the enclosing box and the number of pixels
      bbox int[] not null check (array_length(bbox, 1) = 4),
      area int not null check (area > 0),
      meta_data jsonb not null default '{}',
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user(id) on delete set null,
      -- null if a user has drawn it
      source text check (source in ('prediction', 'copy')),
      changed_by uuid,
      version int not null default 1
    )`.execute(db);
  await sql`create index mask_image on mask (image_id, created, id)`.execute(db);
  await sql`create index mask_label on mask (segmentation_label_id, created, id)`.execute(db);
  await sql`create index mask_label_image on mask (segmentation_label_id, image_id)`.execute(db);
  await sql`create index mask_workspace on mask (workspace_id, created, id)`.execute(db);
  // The trash and the comments contain rows of all kinds of shapes. Types in the code list the kinds, so a new kind needs no new
  // constraint.
  await sql`alter table deleted_shape drop constraint if exists deleted_shape_kind_check`.execute(db);
  await sql`alter table import_shape drop constraint if exists import_shape_kind_check`.execute(db);
  await sql`
    alter table comment_thread add column mask_id uuid,
      add check (mask_id is null or (image_id is not null and num_nonnulls(object_id, polygon_id, point_id) = 0))`.execute(db);
  await sql`create index comment_thread_mask_id on comment_thread (mask_id) where mask_id is not null`.execute(db);
  await sql`drop index change_deleted`.execute(db);
  await sql`create index change_deleted on change (workspace_id, id) where ${IS_RESTORABLE_DELETION}`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => LOGGED.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
