import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';
import { addShapeAttributes } from './0065_attributes';

/** Adds the attributes of skeletons (ADR 0108). Makes sure that a comment thread is about one shape at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addShapeAttributes(db, 'skeleton');
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'skeleton')) await logTable(db, table);
  await createJobAccess(db);
  await limitThreadsToOneShape(db);
}

/** Replaces the constraints of individual kinds, which allowed a thread about both a mask and a skeleton. Existing rows are validated. */
async function limitThreadsToOneShape(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare constraint_name text;
    begin
      for constraint_name in
        select conname from pg_constraint
        where conrelid = 'comment_thread'::regclass and contype = 'c'
          and pg_get_constraintdef(oid) ~ '(object|polygon|point|skeleton|mask)_id'
      loop
        execute format('alter table comment_thread drop constraint %I', constraint_name);
      end loop;
    end $$`.execute(db);
  const shapes = sql`object_id, polygon_id, point_id, skeleton_id, mask_id`;
  await sql`
    alter table comment_thread
      add constraint comment_thread_one_shape check (num_nonnulls(${shapes}) <= 1),
      add constraint comment_thread_only_images_have_places check (image_id is not null or num_nonnulls(${shapes}, place) = 0)`.execute(
    db,
  );
}
