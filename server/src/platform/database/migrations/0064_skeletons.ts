import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { IS_RESTORABLE_DELETION } from '../tables/restorable-kinds';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

const NEWLY_LOGGED = ['skeleton', 'detection_label', 'comment_thread'];

/** Creates skeletons and the templates of their points, which are part of detection labels (ADR 0109). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table detection_label add column skeleton jsonb`.execute(db);
  await sql`
    create table skeleton (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      image_id uuid not null references training_image(id) on delete cascade,
      detection_label_id uuid not null references detection_label(id) on delete cascade,
      -- x, y and visibility of each point of the template: 0 absent, 1 occluded, 2 visible
      data int[] not null check (array_length(data, 1) >= 3 and array_length(data, 1) % 3 = 0),
      -- the box around all points that are not absent
      bbox int[] not null check (array_length(bbox, 1) = 4),
      meta_data jsonb not null default '{}',
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user(id) on delete set null,
      source text check (source in ('prediction', 'copy')),
      changed_by uuid,
      version int not null default 1
    )`.execute(db);
  await sql`create index skeleton_image on skeleton (image_id, created, id)`.execute(db);
  await sql`create index skeleton_label on skeleton (detection_label_id, image_id)`.execute(db);
  await sql`create index skeleton_workspace on skeleton (workspace_id, created, id)`.execute(db);
  await sql`create index skeleton_created_by on skeleton (created_by)`.execute(db);
  await createTriggers(db);
  await allowSkeletons(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => NEWLY_LOGGED.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}

/** Triggers compute the box and check the number of points for every writer, including undo and the restoring of deleted skeletons. */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_skeleton_bounds() returns trigger language plpgsql as $$
    begin
      if (select 3 * jsonb_array_length(l.skeleton -> 'points') from detection_label l where l.id = new.detection_label_id)
          is distinct from array_length(new.data, 1) then
        raise exception 'the label has another number of points' using errcode = 'check_violation', constraint = 'skeleton_points';
      end if;
      select array[min(new.data[n]), min(new.data[n + 1]), max(new.data[n]), max(new.data[n + 1])] into new.bbox
        from generate_series(1, array_length(new.data, 1), 3) n where new.data[n + 2] > 0;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger set_bounds before insert or update of data, detection_label_id on skeleton
      for each row execute function set_skeleton_bounds()`.execute(db);
  await sql`
    create function check_skeleton_template() returns trigger language plpgsql as $$
    begin
      -- Undo writes the JSON value instead of the SQL value.
      if new.skeleton = 'null' then
        new.skeleton := null;
      end if;
      if exists (
        select from skeleton s where s.detection_label_id = new.id
          and array_length(s.data, 1) is distinct from 3 * jsonb_array_length(new.skeleton -> 'points')) then
        raise exception 'skeletons have another number of points' using errcode = 'check_violation', constraint = 'skeleton_points';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger check_skeleton_template before insert or update of skeleton on detection_label
      for each row execute function check_skeleton_template()`.execute(db);
}

/** Lets the tables that contain rows of all kinds of shapes refer to skeletons. */
async function allowSkeletons(db: Kysely<unknown>): Promise<void> {
  // Types in the code list the kinds instead, so that a new kind needs no new constraint.
  await sql`alter table deleted_shape drop constraint if exists deleted_shape_kind_check`.execute(db);
  await sql`alter table import_shape drop constraint if exists import_shape_kind_check`.execute(db);
  // The index for the page "Recently deleted".
  await sql`drop index change_deleted`.execute(db);
  await sql`create index change_deleted on change (workspace_id, id) where ${IS_RESTORABLE_DELETION}`.execute(db);
  // No foreign key, as for the other kinds: the thread outlives the shape, which can be restored.
  await sql`
    alter table comment_thread add column skeleton_id uuid
      check (skeleton_id is null or image_id is not null and num_nonnulls(object_id, polygon_id, point_id) = 0)`.execute(db);
  await sql`create index comment_thread_skeleton_id on comment_thread (skeleton_id) where skeleton_id is not null`.execute(db);
}
