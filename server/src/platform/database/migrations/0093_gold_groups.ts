import { sql, type Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/**
 * Adds gold-standard items that are groups. Annotators of jobs with gold items see and change their own copies of the members
 * of a group (ADR 0124).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The constraint is dropped and not widened, because the test of rolling upgrades treats a wider check as a new restriction.
  // Only the server writes these tables, and its types list the domains.
  await sql`alter table gold_item drop constraint gold_item_domain_check`.execute(db);
  await sql`alter table quality_target drop constraint quality_target_domain_check`.execute(db);
  await sql`
    alter table gold_item
      alter column image_id drop not null,
      add column group_id uuid references similarity_group on delete cascade,
      -- [{"kind": "image", "id": "image id"}] of a group
      add column members jsonb not null default '[]'`.execute(db);
  await sql`create unique index gold_item_active_group on gold_item (task_id, group_id) where retired is null`.execute(db);
  await sql`create index gold_item_group on gold_item (group_id)`.execute(db);
  await sql`alter table gold_revision add column members jsonb not null default '[]'`.execute(db);
  await sql`alter table item_snapshot add column members jsonb not null default '[]'`.execute(db);
  await sql`
    alter table quality_target add column similarity_task_id uuid
      generated always as (case when domain = 'similarity' then task_id end) stored references similarity_task on delete cascade`.execute(
    db,
  );
  await sql`create index quality_target_similarity_task_id on quality_target (similarity_task_id)`.execute(db);
  await sql`
    create table group_layer (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      job_id uuid not null references annotation_job on delete cascade,
      item_id uuid not null references job_item on delete cascade,
      group_id uuid not null references similarity_group on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      -- when the user verified the group
      verified timestamptz,
      created timestamptz not null default clock_timestamp(),
      unique (group_id, user_id)
    )`.execute(db);
  await sql`
    create table group_layer_member (
      layer_id uuid not null references group_layer on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      kind text not null,
      -- an image, object or group
      member_id uuid not null,
      -- the image, or the image of the object; null for a group
      image_id uuid references training_image on delete cascade,
      -- whether the group had the member when its members were last compared with the layer
      is_original boolean not null,
      is_member boolean not null,
      created timestamptz not null default clock_timestamp(),
      primary key (layer_id, member_id)
    )`.execute(db);
  for (const column of ['workspace_id', 'job_id', 'item_id', 'user_id'])
    await sql`create index ${sql.ref(`group_layer_${column}`)} on group_layer (${sql.ref(column)})`.execute(db);
  for (const column of ['workspace_id', 'image_id'])
    await sql`create index ${sql.ref(`group_layer_member_${column}`)} on group_layer_member (${sql.ref(column)})`.execute(db);
  // For annotators, a function with the same name in another schema returns whether a job with gold items hides the members of the group.
  await sql`create function is_blind_group(entity uuid) returns boolean language sql immutable parallel safe as 'select false'`.execute(
    db,
  );
  await createJobAccess(db);
}
