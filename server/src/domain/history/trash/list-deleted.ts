import type { ChangedKind, DeletedRow, RestorableKind } from '@console/shared-contract/api';
import { RESTORABLE_KINDS } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { listDomainKinds, SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import type { Db } from '../../../platform/database/connection';
import { IS_RESTORABLE_DELETION } from '../../../platform/database/tables/restorable-kinds';
import { getUndoPermission, listDeletions } from '../undo/required-access';

/** Maximum number of entries that one page examines, so that its time is bounded. */
const MAX_EXAMINED = 5_000;

/** The tables to which shapes and models belong. A row that was deleted together with its owner is not listed itself, only the owner. */
const OWNER_COLUMNS = [
  { kinds: SHAPE_KINDS, column: 'image_id', owner: 'training_image' },
  { kinds: listDomainKinds('detection'), column: 'detection_label_id', owner: 'detection_label' },
  { kinds: listDomainKinds('segmentation'), column: 'segmentation_label_id', owner: 'segmentation_label' },
  { kinds: [{ table: 'recognition_model' }], column: 'task_id', owner: 'recognition_task' },
  { kinds: [{ table: 'detection_model' }], column: 'task_id', owner: 'detection_task' },
  { kinds: [{ table: 'segmentation_model' }], column: 'task_id', owner: 'segmentation_task' },
];

const getIdType = (kind: RestorableKind) => sql.raw(kind === 'product_collection' ? 'int' : 'uuid');

// `offset 0` prevents PostgreSQL from reading the complete table of each subquery into a hash table.

/** SQL: the row of the entry `c` exists. */
const doesRowExist = sql`case c.relation ${sql.join(
  RESTORABLE_KINDS.map(
    (kind) =>
      sql`when ${sql.lit(kind)} then exists (select from ${sql.table(kind)} t where t.id = c.row_id::${getIdType(kind)} offset 0)`,
  ),
  sql` `,
)} end`;

/** SQL: the entry `c` is a shape or model that was deleted together with an owner that is still deleted. */
const isDeletedWithOwner = sql.join(
  OWNER_COLUMNS.map(
    ({
      kinds,
      column,
      owner,
    }) => sql`(c.relation = any(${sql.lit(`{${kinds.map(({ table }) => table).join(',')}}`)}::text[]) and exists (
      select from change o where o.subject_id = c.before ->> ${sql.lit(column)} and o.change_set_id = c.change_set_id
        and o.relation = ${sql.lit(owner)} and o.operation = 'delete' offset 0)
      and not exists (select from ${sql.table(owner)} t where t.id = (c.before ->> ${sql.lit(column)})::uuid offset 0))`,
  ),
  sql` or `,
);

/** SQL: the row of the entry `c` was deleted again later. */
const isDeletedLater = sql`exists (
  select from change n where n.subject_id = c.subject_id and n.id > c.id and n.relation = c.relation and n.row_id = c.row_id
    and n.operation = 'delete' offset 0)`;

const name = sql<string | null>`coalesce(
  nullif(c.before ->> 'name', ''),
  nullif(c.before -> 'meta_data' ->> 'filename', ''),
  (select l.name from detection_label l where l.id = (c.before ->> 'detection_label_id')::uuid),
  (select l.name from segmentation_label l where l.id = (c.before ->> 'segmentation_label_id')::uuid),
  (select t.name || ', model ' || (c.before ->> 'number') from (
    select id, name from recognition_task union all select id, name from detection_task
    union all select id, name from segmentation_task) t
    where c.relation like '%\\_model' and t.id = (c.before ->> 'task_id')::uuid))`;

const thumbKey = sql<string | null>`case
  when c.relation = 'training_image' then (select f.file_key from discarded_file f where f.file_key = c.before ->> 'thumb_key')
  when c.before ? 'image_id' then (select t.thumb_key from training_image t where t.id = (c.before ->> 'image_id')::uuid) end`;

/** SQL: numbers of rows that were deleted together with the row of the entry `c` because they belong to it. */
const selectIncluded = sql`(
  select coalesce(json_agg(t), '[]') from (
    select i.relation as kind, count(*)::int as count from (
      select i.relation from change i
      where i.subject_id = c.row_id and i.id <> c.id and i.change_set_id = c.change_set_id and i.operation = 'delete'
      union all
      select i.relation from change i
      where c.relation in ('detection_label', 'segmentation_label', 'recognition_label')
        and i.change_set_id = c.change_set_id and i.created between s.created and s.finished and i.operation = 'delete'
        and c.row_id = i.before ->> case c.relation
          when 'detection_label' then 'detection_label_id' when 'segmentation_label' then 'segmentation_label_id' else 'label_id' end
    ) i group by 1 order by 1) t)`;

interface RowDetails {
  thumb_key: string | null;
  /** Kinds and counts of the changes of a user action. */
  relations: ChangedKind[];
  counts: Record<string, number>;
}

interface DeletedRowsQuery {
  kind?: RestorableKind | undefined;
  user?: string | undefined;
  search?: string | undefined;
  before?: number | undefined;
  limit: number;
  /** Number of days for which deleted rows can be restored. */
  trashDays: number;
}

/** Reads a page of the rows of a workspace that can be restored, newest deletion first. */
export async function listDeletedRows(
  db: Db,
  workspaceId: string,
  query: DeletedRowsQuery,
  fileUrl: (key: string) => string,
): Promise<{ results: DeletedRow[]; next: number | null }> {
  const { limit, before, trashDays } = query;
  const entries = sql`
    change c where c.workspace_id = ${workspaceId} and ${IS_RESTORABLE_DELETION}
      and c.created > now() - make_interval(days => ${trashDays}) ${before ? sql`and c.id < ${before}` : sql``}
    order by c.id desc`;
  const { rows } = await sql<DeletedRow & RowDetails>`
    select c.id::float8 as id, c.change_set_id::float8 as change_set, c.relation as kind, c.subject_id as subject, c.row_id as row,
      ${toIsoTimestamp('c.created')} as deleted, ${name} as name, ${thumbKey} as thumb_key, ${selectIncluded} as included, s.relations, s.counts,
      greatest(0, ceil(extract(epoch from c.created - now()) / 86400 + ${trashDays}::int))::int as days_left,
      case when s.user_id is not null then json_build_object('id', s.user_id, 'username', (
        select u.username from membership m join app_user u on u.id = m.user_id
        where m.workspace_id = s.workspace_id and m.user_id = s.user_id)) end as user
    from (
      select * from (select * from ${entries} limit ${MAX_EXAMINED}) c
      where ${toDeletionCondition(query)} and not (${doesRowExist}) and not (${isDeletedWithOwner}) and not ${isDeletedLater}
      order by c.id desc limit ${limit + 1}
    ) c join change_set s on s.id = c.change_set_id
    order by c.id desc`.execute(db);
  const results = rows.slice(0, limit).map(({ thumb_key, relations, counts, ...row }) => ({
    ...row,
    thumb: thumb_key && fileUrl(thumb_key),
    restore_permission: getUndoPermission(listDeletions({ relations, counts })),
  }));
  if (rows.length > limit) return { results, next: results.at(-1)?.id ?? null };
  const lastChange = await sql<{ id: number }>`
    select c.id::float8 as id from ${entries} offset ${MAX_EXAMINED - 1} limit 1`.execute(db);
  return { results, next: lastChange.rows[0]?.id ?? null };
}

function toDeletionCondition({ kind, user, search }: DeletedRowsQuery): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (kind) conditions.push(sql`c.relation = ${kind}`);
  if (user) conditions.push(sql`exists (select from change_set s where s.id = c.change_set_id and s.user_id = ${user})`);
  if (search) conditions.push(sql`strpos(lower(${name}), lower(${search})) > 0`);
  return sql.join(conditions, sql` and `);
}
