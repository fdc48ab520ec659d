import { sql, type Kysely } from 'kysely';

interface TrashLink {
  /** Name of the rows in the column `links`. */
  name: string;
  table: string;
  /** Names of the columns whose values become `subject_id` and `row_id` in the change log. */
  subject: string;
  row: string;
}

const TRASH: readonly { trash: string; table: string; links: readonly TrashLink[] }[] = [
  {
    trash: 'deleted_group',
    table: 'similarity_group',
    links: [
      { name: 'group_image', table: 'group_image', subject: 'group_id', row: 'image_id' },
      { name: 'group_object', table: 'group_object', subject: 'group_id', row: 'object_id' },
      { name: 'children', table: 'group_group', subject: 'parent_id', row: 'child_id' },
      { name: 'parents', table: 'group_group', subject: 'parent_id', row: 'child_id' },
      { name: 'verifications', table: 'similarity_verification', subject: 'group_id', row: 'user_id' },
      { name: 'job_item', table: 'job_item', subject: 'job_id', row: 'id' },
    ],
  },
  {
    trash: 'deleted_product',
    table: 'product',
    links: [
      { name: 'product_image', table: 'product_image', subject: 'product_id', row: 'id' },
      { name: 'price', table: 'price', subject: 'product_id', row: 'id' },
    ],
  },
];

/**
 * Converts the trash of groups and products into change sets, so that undo restores these rows, and drops the trash. Rows that
 * were deleted after the change log was introduced are already in the log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { trash, table, links } of TRASH) {
    await sql`
      create temporary table trashed on commit drop as
      select nextval(pg_get_serial_sequence('change_set', 'id')) as set_id, d.* from (
        select * from ${sql.table(trash)} t
        where not exists (
          select from change c where c.subject_id = t.id::text and c.relation = ${table} and c.operation = 'delete')
        order by t.deleted_at, t.id
      ) d`.execute(db);
    const relations = links.map(
      (link) => sql`case when d.links -> ${sql.lit(link.name)} <> '[]' then ${sql.lit(link.table)}::text end`,
    );
    await sql`
      insert into change_set (id, workspace_id, created, finished, user_id, origin, relations) overriding system value
      select set_id, workspace_id, deleted_at, deleted_at, deleted_by, case when deleted_by is null then 'server' else 'console' end,
        array(select distinct r from unnest(array[${sql.lit(table)}, ${sql.join(relations)}]) r where r is not null)
      from trashed d`.execute(db);
    await sql`
      insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before)
      select set_id, workspace_id, deleted_at, ${table}, id::text, id::text, 'delete', row from trashed`.execute(db);
    for (const link of links)
      await sql`
        insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before)
        select set_id, workspace_id, deleted_at, ${link.table}, l ->> ${sql.lit(link.subject)}, l ->> ${sql.lit(link.row)}, 'delete', l
        from trashed d, jsonb_array_elements(d.links -> ${sql.lit(link.name)}) l`.execute(db);
    await sql`drop table trashed`.execute(db);
    await sql`drop table ${sql.table(trash)}`.execute(db);
  }
}
