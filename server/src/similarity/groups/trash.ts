import { sql } from 'kysely';
import type { Db } from '../../database/connection';

/** How long what was deleted can be restored. */
const KEEP_DAYS = 30;

/** What refers to a group, by the column that does, and what else each such row refers to. */
const LINKS = [
  { name: 'group_image', table: 'group_image', column: 'group_id', ref: 'image_id', refTable: 'training_image' },
  { name: 'group_object', table: 'group_object', column: 'group_id', ref: 'object_id', refTable: 'detection_object' },
  { name: 'children', table: 'group_group', column: 'parent_id', ref: 'child_id', refTable: 'similarity_group' },
  { name: 'parents', table: 'group_group', column: 'child_id', ref: 'parent_id', refTable: 'similarity_group' },
  { name: 'verifications', table: 'similarity_verification', column: 'group_id', ref: 'user_id', refTable: 'app_user' },
  { name: 'job_item', table: 'job_item', column: 'group_id', ref: 'job_id', refTable: 'annotation_job' },
] as const;

/** Moves groups out of their table, with the rows that refer to them, in one statement. */
export async function moveToTrash(trx: Db, ids: readonly string[], userId: string | null): Promise<void> {
  // What refers to a deleted row is deleted after the statement, so that it can still be read here.
  const parts = LINKS.map(
    ({ name, table, column }) => sql`${sql.lit(name)}::text, (
      select coalesce(jsonb_agg(to_jsonb(l)), '[]') from ${sql.table(table)} l where ${sql.ref(`l.${column}`)} = g.id)`,
  );
  await sql`
    with gone as (
      delete from similarity_group g where g.id = any(${ids}::uuid[])
      returning g.id, g.workspace_id, to_jsonb(g) as row, jsonb_build_object(${sql.join(parts)}) as links
    )
    insert into deleted_group (id, workspace_id, row, links, deleted_by)
    select id, workspace_id, row, links, ${userId}::uuid from gone`.execute(trx);
}

/** Puts groups back under their ids, a version on, with what referred to them and still can. */
export async function takeFromTrash(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    insert into similarity_group select g.*
    from deleted_group d cross join lateral jsonb_populate_record(null::similarity_group, d.row
      || jsonb_build_object('version', (d.row ->> 'version')::int + 1)
      || jsonb_build_object('type_id', (select y.id from similarity_type y where y.id = (d.row ->> 'type_id')::uuid))) g
    where d.id = any(${ids}::uuid[])`.execute(trx);
  for (const { name, table, ref, refTable } of LINKS) {
    const keepsPlace = table === 'job_item' ? sql`overriding system value` : sql``;
    await sql`
      insert into ${sql.table(table)} ${keepsPlace}
      select l.* from deleted_group d, jsonb_populate_recordset(${sql.raw(`null::${table}`)}, d.links -> ${sql.lit(name)}) l
      where d.id = any(${ids}::uuid[]) and exists (select 1 from ${sql.table(refTable)} t where t.id = ${sql.ref(`l.${ref}`)})
      on conflict do nothing`.execute(trx);
  }
  await sql`delete from deleted_group where id = any(${ids}::uuid[])`.execute(trx);
}

/** Deletes for good what can no longer be restored. */
export async function purgeDeletedGroups(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_DAYS * 24 * 60 * 60 * 1000);
  await db.deleteFrom('deleted_group').where('deleted_at', '<', before).execute();
}
