import type { DisputedItem } from '@console/shared-contract/api';
import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';
import { sql } from 'kysely';
import { selectRequiredUsers } from '../../../data-access/rows/required-users';
import { readPage, type RowPage, type RowView } from '../../../data-access/rows/view';
import type { Db } from '../../../platform/database/connection';
import type { JobRow } from '../jobs/items/items';

/**
 * SQL of the items of a job that wait for the decision of a reviewer. All required users have done the item. If each user annotates
 * separately (`blind`), the work has not been copied to the image yet. An item may then have a single user, because a manager can lower the
 * number of required users. In other jobs, at least two users disagree and no reviewer has decided since. `c` contains the sums over all
 * pairs of users.
 */
export const selectDisputed = (job: Pick<JobRow, 'id'>) => ({
  from: sql`job_item i join annotation_job j on j.id = i.job_id left join (
      select item_id, sum(same_labels + same_shapes + same_attributes) as same, sum(all_labels + all_shapes + all_attributes) as total
      from item_comparison where job_id = ${job.id} group by item_id) c on c.item_id = i.id`,
  where: [
    sql`i.job_id = ${job.id} and i.image_id is not null and i.done_count >= ${selectRequiredUsers()}`,
    sql`case when j.blind then i.adopted is null and exists (select from item_snapshot s where s.item_id = i.id) else c.same < c.total and not exists (select from item_adjudication a
      where a.item_id = i.id and a.created >= (select max(s.taken) from item_snapshot s where s.item_id = i.id)) end`,
  ],
});

type DisputedRow = Omit<DisputedItem, 'file_name' | 'thumb_img_path'> & { thumb_key: string } & NamedImage;

/** Names of the labels on which users disagree. Deleted labels are left out. */
const labelNames = sql`
  coalesce((
    select json_agg(n.name order by lower(n.name), n.name) from (
      with differing as (select unnest(d.differing_labels) as id from item_comparison d where d.item_id = i.id)
      select name from recognition_label where id in (select id from differing)
      union select name from detection_label where id in (select id from differing)
      union select name from segmentation_label where id in (select id from differing)) n), '[]')`;

/** Reads the items of a job that wait for a decision, largest difference first. */
export async function readDisputedItems(
  db: Db,
  job: JobRow,
  window: { limit: number; offset: number },
  fileUrl: (key: string) => string,
): Promise<RowPage<DisputedItem>> {
  const { from, where } = selectDisputed(job);
  const view: RowView<DisputedRow> = {
    from: sql`${from} join training_image t on t.id = i.image_id`,
    countFrom: from,
    id: sql`i.id`,
    columns: sql<DisputedRow>`
      i.image_id as image, t.name, t.meta_data, t.thumb_key, ${labelNames} as label_names,
      (select json_agg(json_build_object('id', u.id, 'username', u.username) order by s.taken, u.id)
        from item_snapshot s join app_user u on u.id = s.user_id where s.item_id = i.id) as users,
      coalesce(1 - c.same::float8 / nullif(c.total, 0), 0) as difference`,
  };
  const order = sql`c.same::float8 / nullif(c.total, 0) nulls last, i.position`;
  const { count, rows } = await readPage(db, view, { where, order, ...window });
  return {
    count,
    rows: rows.map(({ name, meta_data, thumb_key, ...row }) => ({
      ...row,
      file_name: getImageFileName({ name, meta_data }),
      thumb_img_path: fileUrl(thumb_key),
    })),
  };
}
