import type { DatasetChange, DatasetChanges, DatasetImage } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { limitToResponseSize, readBounded } from '../../data-access/rows/view';
import { countDifferences, nameLabels, selectDifferences, type ComparedStates } from '../../ml/comparison/differences';
import { selectVersionState } from '../../ml/comparison/version-state';
import type { Version } from './read-version';

/** A version to compare. A version that a training created stores only the labels of one domain. Null means all domains. */
export interface ComparedVersion {
  version: Version;
  domain: 'recognition' | 'detection' | 'segmentation' | null;
}

/** Lists the ids of the labels that both versions can contain. Null means all labels. */
function listCommonLabels(versions: readonly ComparedVersion[]): string[] | null {
  const labelLists = versions.flatMap(({ version, domain }) =>
    domain ? [version.labels.filter(({ of: labelDomain }) => labelDomain === domain).map(({ id }) => id)] : [],
  );
  const [firstLabels, ...otherLabels] = labelLists;
  return firstLabels ? firstLabels.filter((id) => otherLabels.every((ids) => ids.includes(id))) : null;
}

function toComparedStates([before, after]: readonly [ComparedVersion, ComparedVersion]): ComparedStates {
  const labels = listCommonLabels([before, after]);
  return { before: selectVersionState(before.version.id, labels), after: selectVersionState(after.version.id, labels) };
}

/** Counts the images and annotations that differ in the later version. */
export async function compareVersions(
  db: Db,
  before: ComparedVersion,
  after: ComparedVersion,
): Promise<Pick<DatasetChanges, 'pictures' | 'labels'>> {
  const { pictures, labels } = await countDifferences(db, toComparedStates([before, after]));
  // A label that was renamed between the versions gets the name of the later version.
  const names = new Map([...before.version.labels, ...after.version.labels].map(({ id, name }) => [id, name]));
  return { pictures, labels: nameLabels(labels, names) };
}

interface PageRange {
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
  versions: [ComparedVersion, ComparedVersion],
  change: DatasetChange,
  { limit, offset }: PageRange,
): Promise<ImagePage> {
  const versionWithImages = versions[change === 'removed' ? 0 : 1];
  const { rows } = await sql<{ count: number; rows: DatasetImage[] }>`
    with ${selectDifferences(toComparedStates(versions))}, chosen as (select * from compared_image where change = ${change})
    select (select count(*)::int from chosen) as count, (
      select coalesce(json_agg(r), '[]') from (${limitToResponseSize(sql`
        select ${selectColumns(sql`c.change`)}
        from (select * from chosen order by place, image_id limit ${limit} offset ${offset}) c
        join dataset_picture p on p.dataset_id = ${versionWithImages.version.id} and p.image_id = c.image_id
        left join training_image i on i.id = p.image_id order by p.place`)}) r) as rows`.execute(db);
  return rows[0]!;
}

export async function listVersionImages(db: Db, { id, pictures }: Version, { limit, offset }: PageRange): Promise<ImagePage> {
  const rows = await readBounded(
    db,
    sql<DatasetImage>`
      select ${selectColumns(sql`null`)} from dataset_picture p left join training_image i on i.id = p.image_id
      where p.dataset_id = ${id} and p.place >= ${offset} order by p.place limit ${limit}`,
  );
  return { count: pictures, rows };
}
