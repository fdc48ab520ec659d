import type { Agreement, LabelAgreement, LabelMatch, LabelMatchItem } from '@console/shared-contract/api';
import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';
import { sql } from 'kysely';
import { groupByKey } from '../../../../data-access/rows/group-by-key';
import type { Scope } from '../../../../platform/access/scope';
import type { Db } from '../../../../platform/database/connection';
import { computeAlpha } from '../../../quality/score/krippendorff-alpha';
import { IntervalAlpha } from '../../../quality/score/interval-alpha';
import type { JobRow } from '../items/items';
import { readItemBatches } from './read-by-item';
import type { ReadableWork } from '../work/readable-work';
import { joinShapeUnits, type ComparedShapes } from './shape-units';

const MAX_MATCH_ITEMS = 500;

/** The values that users gave to one unit (an object or image), and the number of units with these values. */
interface CountedUnit {
  values: readonly (string | number)[];
  count: number;
}

/** The part of the agreement of a job that concerns labels. */
export type JobLabelAgreement = Required<
  Pick<Agreement, 'shape_label_alpha' | 'image_labels_alpha' | 'by_label' | 'label_matches'>
>;

/** Reads how much all users of a job agree on labels, in total and for each label. */
export async function readLabelAgreement(db: Db, readableWork: ReadableWork): Promise<JobLabelAgreement> {
  const shapeUnits = [...(await readTwoUserUnits(db, readableWork)), ...(await readMultiUserUnits(db, readableWork))];
  const { rows: imageUnits } = await sql<CountedUnit>`
    select values, count(*)::int as count from (
      select array_agg(md5(s.labels::text) order by md5(s.labels::text)) as values from ${readableWork.snapshots} s
      group by s.item_id having count(*) > 1) u
    group by values`.execute(db);
  const labelMatches = await readLabelMatches(db, readableWork);
  const byLabel = [
    ...(await readShapeLabels(db, readableWork, shapeUnits, labelMatches)),
    ...(await readImageLabels(db, readableWork)),
  ];
  return {
    shape_label_alpha: { alpha: computeUnitAlpha(shapeUnits), n: countUnits(shapeUnits) },
    image_labels_alpha: { alpha: computeUnitAlpha(imageUnits), n: countUnits(imageUnits) },
    by_label: await addNames(db, byLabel),
    label_matches: labelMatches,
  };
}

const computeUnitAlpha = (units: readonly CountedUnit[]): number | null =>
  computeAlpha(
    units.map(({ values }) => values),
    'nominal',
    units.map(({ count }) => count),
  );

const countUnits = (units: readonly CountedUnit[]): number => units.reduce((sum, { count }) => sum + count, 0);

/** Computes the alpha of one value against all other values combined, and the number of units that have the value. */
function computeValueAlpha(units: readonly CountedUnit[], value: string): { alpha: number | null; n: number } {
  const binaryUnits = units.map(({ values, count }) => ({
    values: values.map((otherValue) => Number(otherValue === value)),
    count,
  }));
  return { alpha: computeUnitAlpha(binaryUnits), n: countUnits(binaryUnits.filter(({ values }) => values.includes(1))) };
}

/** Reads the units of items with two users. Each match of two shapes is a unit. */
async function readTwoUserUnits(db: Db, readableWork: ReadableWork): Promise<CountedUnit[]> {
  const { rows } = await sql<CountedUnit>`
    with item as (select item_id from ${readableWork.comparisons} c group by item_id having count(*) = 1)
    select array[least(p ->> 0, p ->> 1), greatest(p ->> 0, p ->> 1)] as values, sum((p ->> 2)::int)::int as count
    from ${readableWork.comparisons} c join item using (item_id), jsonb_array_elements(c.label_pairs) p group by 1`.execute(db);
  return rows;
}

/**
 * Reads the units of items with more than two users, by joining the matches of all pairs. Leaves out comparisons without matches, which old
 * releases stored.
 */
async function readMultiUserUnits(db: Db, readableWork: ReadableWork): Promise<CountedUnit[]> {
  const batches = readItemBatches(db, {
    from: readableWork.comparisons,
    columns: sql<{ comparisons: ComparedShapes[]; labels: Record<string, (string | null)[]> }>`
      json_agg(json_build_object(
        'first_id', r.first_id, 'second_id', r.second_id, 'shape_matches', r.shape_matches) order by r.first_id, r.second_id) as comparisons,
      (select json_object_agg(s.user_id, jsonb_path_query_array(s.shapes, '$[*].label')) from item_snapshot s where s.item_id = r.item_id) as labels`,
    where: sql`r.shape_matches is not null`,
    having: sql`count(*) > 1`,
  });
  const units = new Map<string, CountedUnit>();
  for await (const batch of batches)
    for (const values of batch.flatMap(({ comparisons, labels }) =>
      joinShapeUnits(comparisons, new Map(Object.entries(labels))),
    )) {
      const key = values.join(' ');
      units.set(key, { values, count: (units.get(key)?.count ?? 0) + 1 });
    }
  return [...units.values()];
}

async function readLabelMatches(db: Db, readableWork: ReadableWork): Promise<LabelMatch[]> {
  const { rows } = await sql<LabelMatch>`
    select least(p ->> 0, p ->> 1) as first, greatest(p ->> 0, p ->> 1) as second, sum((p ->> 2)::int)::int as count
    from ${readableWork.comparisons} c, jsonb_array_elements(c.label_pairs) p
    group by 1, 2 order by count desc, first, second`.execute(db);
  return rows;
}

type UnnamedLabel = Omit<LabelAgreement, 'name' | 'color'>;

async function readShapeLabels(
  db: Db,
  readableWork: ReadableWork,
  units: readonly CountedUnit[],
  labelMatches: readonly LabelMatch[],
): Promise<UnnamedLabel[]> {
  const { rows } = await sql<{ label: string; matched: number; all: number; similarity: number }>`
    select p ->> 0 as label, sum((p ->> 1)::int)::int as matched, sum((p ->> 2)::int)::int as all, sum((p ->> 3)::float8) as similarity
    from ${readableWork.comparisons} c, jsonb_array_elements(c.label_counts) p group by 1`.execute(db);
  const counts = new Map(rows.map((row) => [row.label, row]));
  const labels = new Set([...counts.keys(), ...labelMatches.flatMap(({ first, second }) => [first, second])]);
  return [...labels].map((label) => {
    const { matched: matchedCount, all: totalCount, similarity } = counts.get(label) ?? { matched: 0, all: 0, similarity: 0 };
    return {
      of: 'shapes',
      label,
      alpha: computeValueAlpha(units, label),
      value_alpha: null,
      f1: { value: totalCount === 0 ? null : (2 * matchedCount) / totalCount, n: totalCount },
      similarity: { mean: matchedCount === 0 ? null : similarity / matchedCount, n: matchedCount },
    };
  });
}

interface ImageLabelRow {
  label: string;
  /** Number of users of each item. */
  people: number;
  /** Number of users of each item who have set the label. */
  present: number;
  /** Number of items for which `people` and `present` have these values. */
  items: number;
}

async function readImageLabels(db: Db, readableWork: ReadableWork): Promise<UnnamedLabel[]> {
  const itemQuery = sql`
    item as (select item_id, count(*)::int as people from ${readableWork.snapshots} s group by item_id having count(*) > 1)`;
  const labelsOfItems = sql`item join ${readableWork.snapshots} s using (item_id), jsonb_array_elements(s.labels) l`;
  const { rows: itemCounts } = await sql<{ people: number; items: number }>`
    with ${itemQuery} select people, count(*)::int as items from item group by people`.execute(db);
  const { rows } = await sql<ImageLabelRow>`
    with ${itemQuery} select label, people, present, count(*)::int as items from (
      select l ->> 'label' as label, item_id, people, count(*)::int as present from ${labelsOfItems} group by 1, 2, 3) u
    group by label, people, present order by label`.execute(db);
  const valueBatches = readItemBatches(db, {
    from: sql`(select item_id, l ->> 'label' as label, (l ->> 'value')::float8 as value
      from ${readableWork.snapshots} s, jsonb_array_elements(s.labels) l where l ->> 'value' is not null)`,
    columns: sql<{ values: [label: string, value: number][] }>`json_agg(json_build_array(r.label, r.value)) as values`,
    having: sql`count(*) > 1`,
  });
  const valuesByLabel = new Map<string, IntervalAlpha>();
  for await (const batch of valueBatches)
    for (const [label, pairs] of batch.flatMap(({ values }) => [...groupByKey(values, ([id]) => id)])) {
      const alpha = valuesByLabel.get(label) ?? new IntervalAlpha();
      alpha.add(pairs.map(([, value]) => value));
      valuesByLabel.set(label, alpha);
    }
  return [...groupByKey(rows, ({ label }) => label)].map(([label, labelRows]) => {
    const values = valuesByLabel.get(label);
    return {
      of: 'images',
      label,
      alpha: computeValueAlpha(listPresenceUnits(label, itemCounts, labelRows), label),
      value_alpha: values && values.n > 0 ? { alpha: values.alpha, n: values.n } : null,
      f1: null,
      similarity: null,
    };
  });
}

/** Converts numbers of items to units. A unit contains the label for each user who has set it, and an empty text for each other user. */
function listPresenceUnits(
  labelId: string,
  itemCounts: readonly { people: number; items: number }[],
  rows: readonly ImageLabelRow[],
): CountedUnit[] {
  const createUnit = (people: number, present: number, count: number): CountedUnit => ({
    values: [...Array<string>(present).fill(labelId), ...Array<string>(people - present).fill('')],
    count,
  });
  const unitsWithoutLabel = itemCounts.map(({ people, items }) => {
    const itemsWithLabel = rows.filter((row) => row.people === people).reduce((sum, row) => sum + row.items, 0);
    return createUnit(people, 0, items - itemsWithLabel);
  });
  return [...unitsWithoutLabel, ...rows.map(({ people, present, items }) => createUnit(people, present, items))].filter(
    ({ count }) => count > 0,
  );
}

/** Adds the current names of the labels, and sorts by name. Deleted labels are last. */
async function addNames(db: Db, labels: readonly UnnamedLabel[]): Promise<LabelAgreement[]> {
  const ids = labels.map(({ label }) => label);
  const { rows } = await sql<{ id: string; name: string; color: string | null }>`
    select id, name, color from detection_label where id = any(${ids}::uuid[])
    union all select id, name, color from segmentation_label where id = any(${ids}::uuid[])
    union all select id, name, null from recognition_label where id = any(${ids}::uuid[])`.execute(db);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return labels
    .map((label) => ({ ...label, name: rowById.get(label.label)?.name ?? null, color: rowById.get(label.label)?.color ?? null }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null) || (a.name ?? '').localeCompare(b.name ?? ''));
}

/** Checks that labels belong to the workspace of a job. Deleted labels are accepted, because comparisons still contain them. */
export async function requireWorkspaceLabels(db: Db, scope: Scope, job: JobRow, ids: readonly string[]): Promise<void> {
  for (const table of ['detection_label', 'segmentation_label'] as const) {
    const existingLabels = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
      .execute();
    await scope.requireSameWorkspace(
      table,
      existingLabels.map(({ id }) => id),
      job.workspace_id,
      { field: 'first', entityName: 'Label' },
    );
  }
}

/** Reads the items on which two users gave these labels to the same objects, in any order. */
export async function readLabelMatchItems(
  db: Db,
  readableWork: ReadableWork,
  [first, second]: readonly [string, string],
  fileUrl: (key: string) => string,
): Promise<LabelMatchItem[]> {
  const { rows } = await sql<Omit<LabelMatchItem, 'file_name' | 'thumb_img_path'> & { thumb_key: string } & NamedImage>`
    select i.image_id as image, t.name, t.meta_data, t.thumb_key,
      json_build_object('id', a.id, 'username', a.username) as first, json_build_object('id', b.id, 'username', b.username) as second,
      p ->> 0 as first_label, p ->> 1 as second_label, (p ->> 2)::int as count
    from ${readableWork.comparisons} c join jsonb_array_elements(c.label_pairs) p on true
      join app_user a on a.id = c.first_id join app_user b on b.id = c.second_id
      join job_item i on i.id = c.item_id join training_image t on t.id = i.image_id
    where (p ->> 0, p ->> 1) in ((${first}, ${second}), (${second}, ${first}))
    order by count desc, i.position, a.id, b.id, first_label limit ${MAX_MATCH_ITEMS}`.execute(db);
  return rows.map(({ name, meta_data, thumb_key, ...row }) => ({
    ...row,
    file_name: getImageFileName({ name, meta_data }) ?? null,
    thumb_img_path: fileUrl(thumb_key),
  }));
}
