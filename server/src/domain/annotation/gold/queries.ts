import type { GoldItem } from '@console/shared-contract/api';
import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../../data-access/rows/view';

type GoldRow = Omit<GoldItem, 'file_name' | 'thumb_img_path'> & { thumb_key: string | null } & NamedImage;

const selectUser = (id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.id, 'username', u.username) from app_user u where u.id = ${id})`;

/** SQL of the F1 score of a row `s` of `gold_score`. Must give the same result as `computeImageF1`. */
const imageF1 = sql`coalesce(2 * (s.counts ->> 'matched')::float8
  / nullif(2 * (s.counts ->> 'matched')::float8 + (s.counts ->> 'missing')::float8 + (s.counts ->> 'extra')::float8, 0), 1)`;

/** SQL of the first image of the group of the gold-standard item `g`, for its thumbnail. */
export const selectFirstImage = sql`(
  select m.image_id from group_image m where m.group_id = g.group_id order by m.created, m.image_id limit 1)`;

/** SQL of the file key of the first object of the group of the gold item `g`, for the thumbnail of a group without images. */
export const selectFirstObjectKey = sql`(
  select 'objects/' || o.thumb_token from group_object m join detection_object o on o.id = m.object_id
  where m.group_id = g.group_id order by m.created, m.object_id limit 1)`;

export const goldView: RowView<GoldRow> = {
  from: sql`gold_item g left join training_image t on t.id = coalesce(g.image_id, ${selectFirstImage})
    left join similarity_group p on p.id = g.group_id
    left join lateral (select count(*)::int as uses, avg(${imageF1}) as mean from gold_score s where s.gold_id = g.id) u on true`,
  countFrom: sql`gold_item g`,
  id: sql`g.id`,
  columns: sql<GoldRow>`
    g.id, g.workspace_id as workspace, g.domain, g.task_id as task, g.image_id as image, g.group_id as "group",
    coalesce(p.name, t.name) as name, case when p.id is null then t.meta_data end as meta_data,
    coalesce(t.thumb_key, ${selectFirstObjectKey}) as thumb_key, g.revision,
    jsonb_array_length(g.labels) as label_count, jsonb_array_length(g.shapes) as shape_count,
    jsonb_array_length(g.members) as member_count, g.weight, g.source,
    u.uses, u.mean as mean_score, ${toIsoTimestamp('g.created')} as created, ${selectUser(sql`g.created_by`)} as created_by,
    ${toIsoTimestamp('g.retired')} as retired, g.retired_reason`,
};

export const revisionColumns = sql`
  r.revision, r.labels, r.shapes, r.members, ${toIsoTimestamp('r.created')} as created, ${selectUser(sql`r.created_by`)} as created_by, r.reason`;

/** Converts a row to the response. */
export function toGoldItem(row: GoldRow, fileUrl: (key: string) => string): GoldItem {
  const { name, meta_data, thumb_key, ...item } = row;
  return {
    ...item,
    file_name: getImageFileName({ name, meta_data }),
    thumb_img_path: thumb_key === null ? null : fileUrl(thumb_key),
  };
}
