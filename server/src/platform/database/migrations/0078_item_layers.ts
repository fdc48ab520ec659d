import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/**
 * Adds image jobs whose users annotate independently: each has a layer, a copy of the annotations that others do not see (ADR
 * 0123). A column stores when the layers of an item were merged into the image.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Only image jobs use this column. A constraint would reject writes of servers of the previous release.
  await sql`alter table annotation_job add column blind boolean not null default false`.execute(db);
  await sql`
    alter table job_item
      -- when the work of the users was copied to the image; only in jobs with layers
      add column adopted timestamptz`.execute(db);
  await sql`
    create table item_layer (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      job_id uuid not null references annotation_job(id) on delete cascade,
      item_id uuid not null references job_item(id) on delete cascade,
      user_id uuid not null references app_user(id) on delete cascade,
      -- the format of item_snapshot. Shapes also have their id, version and metadata.
      labels jsonb not null default '[]',
      shapes jsonb not null default '[]',
      version int not null default 1,
      created timestamptz not null default clock_timestamp(),
      updated timestamptz not null default clock_timestamp(),
      unique (item_id, user_id)
    )`.execute(db);
  await sql`create index item_layer_user on item_layer (user_id)`.execute(db);
  await sql`create index item_layer_job on item_layer (job_id)`.execute(db);
  await sql`create index item_layer_workspace on item_layer (workspace_id)`.execute(db);
  const logged = ['annotation_job', 'job_item'];
  for (const table of LOGGED_TABLES.filter(({ name }) => logged.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
