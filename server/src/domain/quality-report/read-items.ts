import type { QualityItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { readBounded, toIsoTimestamp, type RowPage } from '../../data-access/rows/view';
import { selectFirstImage, selectFirstObjectKey } from '../annotation/gold/queries';
import { toListedImage, type ImageColumns } from './listed-image';
import { selectScores, type ScoreFilter } from './load-scores';

const shapes = sql`(2 * (s.counts ->> 'matched')::float8 + (s.counts ->> 'missing')::float8 + (s.counts ->> 'extra')::float8)`;
/** SQL of the F1 of one image, as in `computeImageF1`. */
const imageF1 = sql`case when ${shapes} = 0 then 1 else 2 * (s.counts ->> 'matched')::float8 / ${shapes} end`;
const countDifferences = (kind: string) => sql`
  ${sql.lit(kind)}, (select count(*)::int from jsonb_array_elements(g.differences) d where d ->> 'kind' = ${sql.lit(kind)})`;

type ItemRow = Omit<QualityItem, 'thumb_img_path' | 'file_name'> & ImageColumns<string | null>;

/** SQL of the columns of a page of scores `g`. */
const itemColumns = sql<ItemRow>`
  g.gold_id as gold, g.image_id as image, g.group_id as "group", coalesce(p.name, i.name) as name,
  case when p.id is null then i.meta_data end as meta_data, coalesce(i.thumb_key, ${selectFirstObjectKey}) as thumb_key, json_build_object('id', u.id, 'username', u.username) as "user",
  json_build_object('id', j.id, 'name', j.name) as job, ${toIsoTimestamp('g.scored')} as scored, g.f1,
  json_build_object(${sql.join(['missing', 'extra', 'misplaced', 'wrong_label'].map(countDifferences))}) as differences`;

/**
 * Reads the scores that a filter selects, the lowest F1 first. With a label, reads only items whose gold-standard annotations
 * or work contain the label.
 */
export async function readScoredItems(
  db: Db,
  filter: ScoreFilter & { label?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
  fileUrl: (key: string) => string,
): Promise<RowPage<QualityItem>> {
  const scores = sql`gold_score s join gold_item g on g.id = s.gold_id
    where ${selectScores(filter)} ${filter.label ? sql`and s.label_counts ? ${filter.label}` : sql``}`;
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from ${scores}`.execute(db);
  // The page is selected before the joins, because a task has tens of thousands of scores.
  const rows = await readBounded(
    db,
    sql<ItemRow>`
      select ${itemColumns} from (
        select s.gold_id, s.user_id, s.job_id, s.scored, s.differences, g.image_id, g.group_id, ${imageF1} as f1
        from ${scores} order by f1, s.scored desc, s.gold_id, s.user_id limit ${limit} offset ${offset}) g
      left join similarity_group p on p.id = g.group_id left join training_image i on i.id = coalesce(g.image_id, ${selectFirstImage})
      join app_user u on u.id = g.user_id join annotation_job j on j.id = g.job_id
      order by g.f1, g.scored desc, g.gold_id, g.user_id`,
  );
  return { count: counts[0]?.count ?? 0, rows: rows.map((row) => toListedImage(row, fileUrl)) };
}
