import type { DatasetChange, DatasetChanges, DatasetLabelChanges, DatasetImage } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { limitToResponseSize, readBounded } from '../../data-access/rows/view';
import type { Version } from './read-version';

/** A version to compare. The version of a training stores only the labels of one domain. Null means all domains. */
export interface ComparedVersion {
  version: Version;
  domain: 'recognition' | 'detection' | 'segmentation' | null;
}

/** Lists the ids of the labels that both versions can contain. Null means all labels. */
function listCommonLabels(both: readonly ComparedVersion[]): string[] | null {
  const labelLists = both.flatMap(({ version, domain }) =>
    domain ? [version.labels.filter(({ of }) => of === domain).map(({ id }) => id)] : [],
  );
  const [first, ...others] = labelLists;
  return first ? first.filter((id) => others.every((ids) => ids.includes(id))) : null;
}

/** SQL for one row per annotation of a version: domain, label, annotated item, and coordinates or value. */
function selectAnnotations(dataset: string, labels: string[] | null): RawBuilder<unknown> {
  const selectEach = (list: RawBuilder<unknown>, row: RawBuilder<unknown>, further = sql``) =>
    sql`select p.image_id, ${row} from dataset_picture p, jsonb_array_elements(${list}) x ${further} where p.dataset_id = ${dataset}`;
  const list = (key: string) => sql`p.annotations -> ${key}`;
  const rows = sql.join(
    [
      selectEach(list('labels'), sql`'recognition'::text, x ->> 'id', p.image_id::text, x -> 'value'`),
      selectEach(
        sql`coalesce(p.annotations -> 'objects', '[]') || coalesce(p.annotations -> 'labelled', '[]')`,
        sql`'recognition', y ->> 'id', x ->> 'id', y -> 'value'`,
        sql`, jsonb_array_elements(x -> 'labels') y`,
      ),
      selectEach(list('objects'), sql`'detection', x ->> 'label', x ->> 'id', x -> 'data'`),
      selectEach(list('polygons'), sql`'segmentation', x ->> 'label', x ->> 'id', x -> 'data'`),
      selectEach(list('points'), sql`'points', x ->> 'name', x ->> 'id', x -> 'data'`),
    ],
    sql` union all `,
  );
  return sql`select * from (${rows}) r (image_id, of, label, what, said) where ${labels === null} or label = any(${labels ?? []})`;
}

/** SQL that joins the annotations of two versions. `change` is null for equal ones. */
function selectDifferences(before: ComparedVersion, after: ComparedVersion): RawBuilder<unknown> {
  const labels = listCommonLabels([before, after]);
  return sql`
    earlier as materialized (${selectAnnotations(before.version.id, labels)}), later as materialized (${selectAnnotations(after.version.id, labels)}),
    difference as materialized (
      select coalesce(later.image_id, earlier.image_id) as image_id, of, label,
        case when earlier.what is null then 'added' when later.what is null then 'removed'
          when later.said is distinct from earlier.said then 'changed' end as change
      from earlier full join later using (of, label, what)
    ),
    picture as materialized (
      select coalesce(l.image_id, e.image_id) as image_id, coalesce(l.place, e.place) as place,
        case when e.image_id is null then 'added' when l.image_id is null then 'removed'
          when l.test_image <> e.test_image or l.image_id in (select image_id from difference where change is not null)
          then 'changed' end as change
      from (select * from dataset_picture where dataset_id = ${before.version.id}) e
      full join (select * from dataset_picture where dataset_id = ${after.version.id}) l using (image_id)
    )`;
}

/** Counts the images and annotations that differ in the later version. */
export async function compareVersions(
  db: Db,
  before: ComparedVersion,
  after: ComparedVersion,
): Promise<Pick<DatasetChanges, 'pictures' | 'labels'>> {
  const { rows } = await sql<Pick<DatasetChanges, 'pictures'> & { labels: Omit<DatasetLabelChanges, 'name'>[] }>`
    with ${selectDifferences(before, after)}
    select
      (select json_build_object('added', count(*) filter (where change = 'added'), 'removed', count(*) filter (where change = 'removed'),
        'changed', count(*) filter (where change = 'changed'), 'same', count(*) filter (where change is null)) from picture) as pictures,
      (select coalesce(json_agg(l), '[]') from (
        select of, label as id, (count(*) filter (where change is distinct from 'added')) as before,
          (count(*) filter (where change is distinct from 'removed')) as after,
          count(*) filter (where change = 'added') as added, count(*) filter (where change = 'removed') as removed,
          count(*) filter (where change = 'changed') as changed
        from difference group by of, label) l) as labels`.execute(db);
  const { pictures, labels } = rows[0]!;
  // The later version's names take precedence.
  const names = new Map([...before.version.labels, ...after.version.labels].map(({ id, name }) => [id, name]));
  const namedLabels = labels.map((label) => ({ ...label, name: names.get(label.id) ?? label.id }));
  return {
    pictures,
    labels: namedLabels.sort((a, b) => (a.of === b.of ? (a.name < b.name ? -1 : 1) : a.of < b.of ? -1 : 1)),
  };
}

interface Page {
  limit: number;
  offset: number;
}
type ImagePage = { count: number; rows: DatasetImage[] };

const selectColumns = (change: RawBuilder<unknown>) => sql<DatasetImage>`
  p.image_id as image, coalesce(p.picture ->> 'name', p.picture -> 'meta_data' ->> 'filename', i.name) as name,
  p.img_width as width, p.img_height as height, p.test_image as test, i.id is null as deleted, ${change} as change`;

/** Lists a page of images that differ between two versions, in the order of the later version. */
export async function listChangedImages(
  db: Db,
  [before, after]: [ComparedVersion, ComparedVersion],
  change: DatasetChange,
  { limit, offset }: Page,
): Promise<ImagePage> {
  const source = change === 'removed' ? before : after;
  const { rows } = await sql<{ count: number; rows: DatasetImage[] }>`
    with ${selectDifferences(before, after)}, chosen as (select * from picture where change = ${change})
    select (select count(*)::int from chosen) as count, (
      select coalesce(json_agg(r), '[]') from (${limitToResponseSize(sql`
        select ${selectColumns(sql`c.change`)}
        from (select * from chosen order by place, image_id limit ${limit} offset ${offset}) c
        join dataset_picture p on p.dataset_id = ${source.version.id} and p.image_id = c.image_id
        left join training_image i on i.id = p.image_id order by p.place`)}) r) as rows`.execute(db);
  return rows[0]!;
}

/** Lists a page of a version's images. */
export async function listVersionImages(db: Db, { id, pictures }: Version, { limit, offset }: Page): Promise<ImagePage> {
  const rows = await readBounded(
    db,
    sql<DatasetImage>`
      select ${selectColumns(sql`null`)} from dataset_picture p left join training_image i on i.id = p.image_id
      where p.dataset_id = ${id} and p.place >= ${offset} order by p.place limit ${limit}`,
  );
  return { count: pictures, rows };
}
