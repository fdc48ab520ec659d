import type { DataChanges, DatasetChange, DatasetImage } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { limitToResponseSize } from '../../../data-access/rows/view';
import { countDifferences, nameLabels, selectDifferences } from '../../../ml/comparison/differences';
import { countUntouched } from '../../../ml/comparison/logged-states';
import type { StateComparison } from '../../../ml/comparison/resolve-comparison';
import type { Db } from '../../../platform/database/connection';

/**
 * Counts the changes between two states of a workspace, by image and by label. The states at the start and the end of a period contain only
 * images with changes, so unchanged images are counted separately.
 */
export async function countChanges(db: Db, comparison: StateComparison): Promise<Pick<DataChanges, 'pictures' | 'labels'>> {
  const { pictures, labels } = await countDifferences(db, comparison.states);
  const names = await readLabelNames(
    db,
    labels.filter(({ of: kind }) => kind !== 'points').map(({ id }) => id),
  );
  if ('training' in comparison) return { pictures, labels: nameLabels(labels, names) };
  const untouchedCount = await countUntouched(db, comparison.period);
  const untouchedCountByLabel = new Map(untouchedCount.labels.map(({ of: kind, id, count }) => [`${kind} ${id}`, count]));
  const changedLabels = labels
    .filter(({ added, removed, changed }) => added + removed + changed > 0)
    .map((label) => {
      const count = untouchedCountByLabel.get(`${label.of} ${label.id}`) ?? 0;
      return { ...label, before: label.before + count, after: label.after + count };
    });
  return {
    pictures: { ...pictures, same: pictures.same + untouchedCount.pictures },
    labels: nameLabels(changedLabels, names),
  };
}

/** Reads the names of labels by id. Deleted labels have their last name. */
async function readLabelNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const tables = ['recognition_label', 'detection_label', 'segmentation_label'];
  const currentNames = tables.map((table) => sql`select name from ${sql.table(table)} l where l.id = u.id::uuid`);
  const { rows } = await sql<{ id: string; name: string | null }>`
    select u.id, coalesce((${sql.join(currentNames, sql` union all `)} limit 1), (
      select c.before ->> 'name' from change c
      where c.subject_id = u.id and c.row_id = u.id and c.relation = any(${tables}) and c.operation = 'delete'
      order by c.id desc limit 1)) as name
    from unnest(${ids}::text[]) u(id)`.execute(db);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** Lists a page of the images with a kind of change, in the order in which they were uploaded. */
export async function listChangedImages(
  db: Db,
  comparison: StateComparison,
  change: DatasetChange,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: DatasetImage[] }> {
  const deletedImage =
    'training' in comparison
      ? sql`
        select coalesce(p.picture ->> 'name', p.picture -> 'meta_data' ->> 'filename') as name, p.img_width, p.img_height, p.test_image
        from dataset_picture p where p.dataset_id = ${comparison.training.dataset} and p.image_id = c.image_id`
      : selectDeletedImage;
  const { rows } = await sql<{ count: number; rows: DatasetImage[] }>`
    with ${selectDifferences(comparison.states)}, chosen as (select * from compared_image where change = ${change})
    select (select count(*)::int from chosen) as count, (
      select coalesce(json_agg(r), '[]') from (${limitToResponseSize(sql`
        select c.image_id as image, coalesce(i.name, d.name) as name, coalesce(i.img_width, d.img_width) as width,
          coalesce(i.img_height, d.img_height) as height, coalesce(i.test_image, d.test_image) as test, i.id is null as deleted, c.change
        from (select * from chosen order by place, image_id limit ${limit} offset ${offset}) c
        left join training_image i on i.id = c.image_id
        left join lateral (${deletedImage}) d on i.id is null order by c.place, c.image_id`)}) r) as rows`.execute(db);
  return rows[0]!;
}

const selectDeletedImage: RawBuilder<unknown> = sql`
  select e.before ->> 'name' as name, (e.before ->> 'img_width')::int as img_width, (e.before ->> 'img_height')::int as img_height,
    (e.before ->> 'test_image')::boolean as test_image
  from change e where e.subject_id = c.image_id::text and e.relation = 'training_image' and e.operation = 'delete'
  order by e.id desc limit 1`;
