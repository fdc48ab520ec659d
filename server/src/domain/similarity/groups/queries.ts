import type { GroupChanges, GroupDetail, GroupRow } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { getObjectThumbUrl } from '../../detection/objects/queries';
import type { MatchQuery } from '../../../data-access/rows/bulk-locks';
import {
  toIsoTimestamp,
  readBounded,
  readOne,
  type PageRequest,
  type RowPage,
  type RowView,
} from '../../../data-access/rows/view';
import { toGroupConditions, type GroupFilters } from './filter';

/** Source of a group's thumbnail: the file key of an image, or the token in the URL of an object's crop. */
interface ThumbKeys {
  thumb_key: string | null;
  thumb_token: string | null;
}

type ListRow = Omit<GroupRow, 'thumb_img_path'> & ThumbKeys;

type FileUrl = (key: string) => string;

/**
 * SQL columns for the thumbnail of a group: the oldest image, or else the oldest object. The member is chosen before its image is read:
 * a join would read all images of the group.
 */
function selectThumbColumns(alias: string): RawBuilder<unknown> {
  const id = sql.ref(`${alias}.id`);
  return sql`
    (select i.thumb_key from training_image i where i.id = (
      select m.image_id from group_image m where m.group_id = ${id} order by m.created, m.image_id limit 1)) as thumb_key,
    (select o.thumb_token from group_object m join detection_object o on o.id = m.object_id where m.group_id = ${id}
      and not exists (select from group_image p where p.group_id = ${id}) order by m.created, m.object_id limit 1) as thumb_token`;
}

function getThumbUrl({ thumb_key, thumb_token }: ThumbKeys, fileUrl: FileUrl): string | null {
  if (thumb_key !== null) return fileUrl(thumb_key);
  return thumb_token === null ? null : getObjectThumbUrl(thumb_token, fileUrl);
}

const listColumns = sql<ListRow>`
  g.id, g.workspace_id as workspace, g.name, g.description, g.type_id as type, y.name as type_name, g.test_group, ${toIsoTimestamp('g.created')} as created, g.version,
  (select count(*)::int from group_group m where m.parent_id = g.id) as groups_count,
  (select count(*)::int from group_image m where m.group_id = g.id) as images_count,
  (select count(*)::int from group_object m where m.group_id = g.id) as objects_count,
  (select count(*)::int from readable_similarity_verification v where v.group_id = g.id) as "verificationsCount",
  ${selectThumbColumns('g')}`;

export const groupListView: RowView<ListRow> = {
  from: sql`similarity_group g left join similarity_type y on y.id = g.type_id`,
  id: sql`g.id`,
  columns: listColumns,
};

/** Returns the query for the groups that match a filter, for bulk changes. */
export function queryMatchingGroups(workspaceId: string, filter: GroupFilters): MatchQuery {
  return { table: 'similarity_group', ...groupListView, where: toGroupConditions(workspaceId, filter) };
}

/**
 * Reads a page of groups and the exact count. The ids of the page are found first. The counts and thumbnails are subqueries, which would
 * otherwise also run for every row before the page.
 */
export async function readGroupPage(db: Db, { where, order, limit, offset }: PageRequest): Promise<RowPage<ListRow>> {
  const pageIds = sql`
    select g.id from ${groupListView.from} where ${sql.join(where, sql` and `)} order by ${order} limit ${limit} offset ${offset}`;
  const countResult = await sql<{ n: number }>`
    select count(*)::int as n from ${groupListView.from} where ${sql.join(where, sql` and `)}`.execute(db);
  const count = countResult.rows[0]?.n ?? 0;
  if (count <= offset) return { count, rows: [] };
  const rows = await readBounded(
    db,
    sql<ListRow>`select ${listColumns} from ${groupListView.from} where g.id = any(array(${pageIds})) order by ${order}`,
  );
  return { count, rows };
}

export function toGroupRow({ thumb_key, thumb_token, ...row }: ListRow, fileUrl: FileUrl): GroupRow {
  return { ...row, thumb_img_path: getThumbUrl({ thumb_key, thumb_token }, fileUrl) };
}

type SummaryRow = Omit<GroupDetail['groups'][number], 'thumb_img_path'> & ThumbKeys;
interface ImageMember {
  id: string;
  shown_key: string;
  thumb_key: string;
  test_image: boolean;
  real: boolean;
  name: string | null;
}
interface ObjectMember {
  id: string;
  thumb_token: string;
  label: string;
  image: { id: string; test_image: boolean; real: boolean };
}
interface MemberRows {
  groups: SummaryRow[];
  images: ImageMember[];
  detection_objects: ObjectMember[];
}
type DetailRow = ListRow & MemberRows & { meta_data: unknown };

/** SQL columns with the members of the group `g`, one per kind. `restrictIds` filters them by id. */
function selectMemberColumns(restrictIds: (id: string, kind: keyof MemberRows) => RawBuilder<unknown>): RawBuilder<MemberRows> {
  return sql<MemberRows>`
    coalesce((select json_agg(c order by c.name, c.id) from (
      select s.id, s.name, s.description, s.type_id as type, s.test_group, ${selectThumbColumns('s')}
      from group_group m join similarity_group s on s.id = m.child_id where m.parent_id = g.id and ${restrictIds('m.child_id', 'groups')}) c), '[]') as groups,
    coalesce((select json_agg(json_build_object('id', i.id, 'shown_key', coalesce(i.display_key, i.img_key), 'thumb_key', i.thumb_key,
        'test_image', i.test_image, 'real', i.real, 'name', i.name) order by m.created, i.id)
      from group_image m join training_image i on i.id = m.image_id where m.group_id = g.id and ${restrictIds('m.image_id', 'images')}), '[]') as images,
    coalesce((select json_agg(json_build_object('id', o.id, 'thumb_token', o.thumb_token, 'label', l.name,
        'image', json_build_object('id', i.id, 'test_image', i.test_image, 'real', i.real)) order by m.created, o.id)
      from group_object m join detection_object o on o.id = m.object_id join training_image i on i.id = o.image_id join detection_label l on l.id = o.detection_label_id
      where m.group_id = g.id and ${restrictIds('m.object_id', 'detection_objects')}), '[]') as detection_objects`;
}

const detailView: RowView<DetailRow> = {
  from: groupListView.from,
  id: groupListView.id,
  columns: sql<DetailRow>`${listColumns}, g.meta_data, ${selectMemberColumns(() => sql`true`)}`,
};

export async function readGroup(db: Db, id: string, fileUrl: FileUrl): Promise<GroupDetail> {
  const { groups, images, detection_objects, meta_data, ...row } = await readOne(db, detailView, id);
  return {
    ...toGroupRow(row, fileUrl),
    meta_data,
    type: row.type === null ? null : { id: row.type, name: row.type_name ?? '', workspace: row.workspace },
    ...toMembers({ groups, images, detection_objects }, fileUrl),
  };
}

/** Ids of added or removed members, by kind. */
export type MemberIds = GroupChanges['removed'];
export const NO_MEMBERS: MemberIds = { images: [], detection_objects: [], groups: [] };

/** Reads the changes to the members of a group, with the rows of the added members. */
export async function readGroupChanges(
  db: Db,
  id: string,
  { added = {}, removed = {} }: { added?: Partial<MemberIds>; removed?: Partial<MemberIds> },
  fileUrl: FileUrl,
): Promise<GroupChanges> {
  const addedIds = { ...NO_MEMBERS, ...added };
  const groupView: RowView<ListRow & MemberRows> = {
    ...groupListView,
    columns: sql<
      ListRow & MemberRows
    >`${listColumns}, ${selectMemberColumns((column, kind) => sql`${sql.ref(column)} = any(${addedIds[kind]}::uuid[])`)}`,
  };
  const { groups, images, detection_objects, ...row } = await readOne(db, groupView, id);
  const { groups_count, images_count, objects_count, thumb_img_path } = toGroupRow(row, fileUrl);
  return {
    id,
    added: toMembers({ groups, images, detection_objects }, fileUrl),
    removed: { ...NO_MEMBERS, ...removed },
    groups_count,
    images_count,
    objects_count,
    thumb_img_path,
  };
}

function toMembers(
  { groups, images, detection_objects }: MemberRows,
  fileUrl: FileUrl,
): Pick<GroupDetail, 'groups' | 'images' | 'detection_objects'> {
  return {
    groups: groups.map(({ thumb_key, thumb_token, ...group }) => ({
      ...group,
      thumb_img_path: getThumbUrl({ thumb_key, thumb_token }, fileUrl),
    })),
    images: images.map(({ shown_key, thumb_key, ...image }) => ({
      ...image,
      img_path: fileUrl(shown_key),
      thumb_img_path: fileUrl(thumb_key),
    })),
    detection_objects: detection_objects.map(({ thumb_token, ...object }) => ({
      ...object,
      thumb: getObjectThumbUrl(thumb_token, fileUrl),
    })),
  };
}
