import type { QualityItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { readPage, toIsoTimestamp, type RowPage, type RowView } from '../../data-access/rows/view';
import { selectFirstImage, selectFirstObjectKey } from '../annotation/gold/queries';
import { toListedImage, type ImageColumns } from './listed-image';
import { selectScores, type ScoreFilter } from './load-scores';

const shapes = sql`(2 * (s.counts ->> 'matched')::float8 + (s.counts ->> 'missing')::float8 + (s.counts ->> 'extra')::float8)`;
/** SQL of the F1 of one image, as in `computeImageF1`. */
const imageF1 = sql`case when ${shapes} = 0 then 1 else 2 * (s.counts ->> 'matched')::float8 / ${shapes} end`;
const countDifferences = (kind: string) => sql`
  ${sql.lit(kind)}, (select count(*)::int from jsonb_array_elements(s.differences) d where d ->> 'kind' = ${sql.lit(kind)})`;

type ItemRow = Omit<QualityItem, 'thumb_img_path' | 'file_name'> & ImageColumns<string | null>;
const itemView: RowView<ItemRow> = {
  from: sql`gold_score s join gold_item g on g.id = s.gold_id left join similarity_group p on p.id = g.group_id
    left join training_image i on i.id = coalesce(g.image_id, ${selectFirstImage}) join app_user u on u.id = s.user_id join annotation_job j on j.id = s.job_id`,
  countFrom: sql`gold_score s join gold_item g on g.id = s.gold_id`,
  id: sql`s.gold_id`,
  columns: sql<ItemRow>`
    s.gold_id as gold, g.image_id as image, g.group_id as "group", coalesce(p.name, i.name) as name,
    case when p.id is null then i.meta_data end as meta_data, coalesce(i.thumb_key, ${selectFirstObjectKey}) as thumb_key, json_build_object('id', u.id, 'username', u.username) as "user",
    json_build_object('id', j.id, 'name', j.name) as job, ${toIsoTimestamp('s.scored')} as scored, ${imageF1} as f1,
    json_build_object(${sql.join(['missing', 'extra', 'misplaced', 'wrong_label'].map(countDifferences))}) as differences`,
};

/**
 * Reads the scores that a filter selects, the lowest F1 first. With a label, reads only items whose gold annotations or work
 * contain the label.
 */
export async function readItems(
  db: Db,
  filter: ScoreFilter & { label?: string | undefined },
  window: { limit: number; offset: number },
  fileUrl: (key: string) => string,
): Promise<RowPage<QualityItem>> {
  const where = [selectScores(filter), ...(filter.label ? [sql`s.label_counts ? ${filter.label}`] : [])];
  const order = sql`${imageF1}, s.scored desc, s.gold_id, s.user_id`;
  const { count, rows } = await readPage(db, itemView, { where, order, ...window });
  return { count, rows: rows.map((row) => toListedImage(row, fileUrl)) };
}
