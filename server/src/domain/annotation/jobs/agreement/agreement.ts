import type { Agreement, Disagreement } from '@console/shared-contract/api';
import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { computeAlpha } from '../../../quality/score/krippendorff-alpha';
import type { JobRow } from '../items/items';
import { readLabelAgreement, type JobLabelAgreement } from './label-agreement';
import { selectReadableWork, type ReadableWork } from '../work/readable-work';
import { readObjectValues } from './value-agreement';
import { summarizeSkeletons, type ComparedSkeletons } from './skeleton-agreement';

export const MAX_DISAGREEMENTS = 1000;

const comparisonColumns = sql`
  count(*)::int as compared,
  (count(*) filter (where c.same_labels = c.all_labels and c.same_shapes = c.all_shapes and c.same_attributes = c.all_attributes))::int as agreeing,
  json_build_object('same', coalesce(sum(c.same_labels), 0), 'all', coalesce(sum(c.all_labels), 0)) as labels,
  json_build_object('same', coalesce(sum(c.same_shapes), 0), 'all', coalesce(sum(c.all_shapes), 0)) as shapes,
  json_build_object('same', coalesce(sum(c.same_attributes), 0), 'all', coalesce(sum(c.all_attributes), 0)) as attributes`;
export const userColumns = sql`
  json_build_object('id', a.id, 'username', a.username) as first, json_build_object('id', b.id, 'username', b.username) as second`;
type Comparisons = ReadableWork['comparisons'];
/**
 * SQL of comparisons in which the two users are ordered by id. Stored comparisons start with the user who finished first. The labels in
 * `label_pairs` keep that order, because Krippendorff's alpha does not depend on it.
 */
export const selectUnordered = (comparisons: Comparisons): Comparisons => sql`(
  select item_id, least(first_id, second_id) as first_id, greatest(first_id, second_id) as second_id, similarity, label_pairs,
    same_labels, all_labels, same_shapes, all_shapes, same_attributes, all_attributes
  from ${comparisons} o)`;
/** SQL of comparisons `c` joined with their two users `a` and `b`. */
export const joinUsers = (comparisons: Comparisons) =>
  sql`${comparisons} c join app_user a on a.id = c.first_id join app_user b on b.id = c.second_id`;

/** Names of the labels of a comparison that still exist. */
const labelNames = sql`
  coalesce((
    select json_agg(n.name order by lower(n.name), n.name) from (
      select name from recognition_label where id = any(c.differing_labels)
      union select name from detection_label where id = any(c.differing_labels)
      union select name from segmentation_label where id = any(c.differing_labels)) n), '[]')`;

type DisagreementRow = Omit<Disagreement, 'file_name' | 'thumb_img_path'> & { thumb_key: string } & NamedImage;

/**
 * Reads how much the users of a job agree, and the items on which they disagree.
 * @param onlyUser the user whose pairs are included; null for the pairs of all users
 * @param onlyClosed whether open items are left out, on which users still work independently
 */
export async function readAgreement(
  db: Db,
  job: JobRow,
  { onlyUser, onlyClosed, fileUrl }: { onlyUser: string | null; onlyClosed: boolean; fileUrl: (key: string) => string },
): Promise<Agreement> {
  const readableWork = selectReadableWork(job, onlyClosed);
  const { comparisons } = readableWork;
  const { rows: totals } = await sql<
    Omit<Agreement, 'pairs' | 'disagreements' | 'skeletons' | 'object_values' | keyof JobLabelAgreement> & {
      compared_skeletons: ComparedSkeletons[];
    }
  >`
    select ${comparisonColumns}, coalesce(json_agg(c.skeletons) filter (where c.skeletons is not null), '[]') as compared_skeletons from ${comparisons} c`.execute(
    db,
  );
  const { rows: disagreements } = await sql<DisagreementRow>`
    select i.image_id as image, t.name, t.meta_data, t.thumb_key, ${labelNames} as label_names, ${userColumns},
      json_build_object('same', c.same_labels, 'all', c.all_labels) as labels,
      json_build_object('same', c.same_shapes, 'all', c.all_shapes) as shapes,
      json_build_object('same', c.same_attributes, 'all', c.all_attributes) as attributes
    from ${joinUsers(comparisons)} join job_item i on i.id = c.item_id join training_image t on t.id = i.image_id
    where (c.same_labels < c.all_labels or c.same_shapes < c.all_shapes or c.same_attributes < c.all_attributes)
    order by (c.same_labels + c.same_shapes + c.same_attributes)::real / (c.all_labels + c.all_shapes + c.all_attributes),
      i.position, a.id, b.id
    limit ${MAX_DISAGREEMENTS}`.execute(db);
  const { compared_skeletons: comparedSkeletons, ...totalRow } = totals[0]!;
  return {
    ...totalRow,
    skeletons: summarizeSkeletons(comparedSkeletons),
    pairs: await readPairs(db, job.blind ? selectUnordered(comparisons) : comparisons, onlyUser),
    ...(await readLabelAgreement(db, readableWork)),
    object_values: await readObjectValues(db, readableWork, onlyUser),
    disagreements: disagreements.map(({ name, meta_data, thumb_key, ...row }) => ({
      ...row,
      file_name: getImageFileName({ name, meta_data }),
      thumb_img_path: fileUrl(thumb_key),
    })),
  };
}

type UserPair = Agreement['pairs'][number];
type UserPairRow = Omit<UserPair, 'shape_label_alpha' | 'image_labels_alpha' | 'shape_f1'>;

async function readPairs(db: Db, comparisons: Comparisons, onlyUser: string | null): Promise<UserPair[]> {
  const { rows: pairs } = await sql<UserPairRow>`
    select ${userColumns}, ${comparisonColumns}, json_build_object(
      'mean', sum(c.similarity) / nullif(sum(c.same_shapes) filter (where c.similarity is not null), 0),
      'n', coalesce(sum(c.same_shapes) filter (where c.similarity is not null), 0)) as similarity
    from ${joinUsers(comparisons)}
    where (${onlyUser}::uuid is null or ${onlyUser}::uuid in (c.first_id, c.second_id))
    group by a.id, b.id order by lower(a.username), lower(b.username), a.id, b.id`.execute(db);
  const getShapeAlpha = await readLabelAlphas(db, comparisons);
  // Snapshots (copies of finished work) contain labels sorted by id, so equal sets of labels have equal JSON.
  const getImageAlpha = await readAlphas(
    db,
    sql`
    select c.first_id, c.second_id, f.labels::text as first, s.labels::text as second, count(*)::int as count
    from ${comparisons} c join item_snapshot f on f.item_id = c.item_id and f.user_id = c.first_id
      join item_snapshot s on s.item_id = c.item_id and s.user_id = c.second_id
    group by 1, 2, 3, 4`,
  );
  return pairs.map((pair) => ({
    ...pair,
    shape_f1: computeF1(pair.shapes),
    shape_label_alpha: getShapeAlpha(pair),
    image_labels_alpha: getImageAlpha(pair),
  }));
}

/** F1 of the shapes of one user against the shapes of the other user: 2 · same / (first + second). Null without shapes. */
export const computeF1 = ({ same, all }: UserPair['shapes']): number | null => (all === 0 ? null : (2 * same) / (all + same));

interface ValuePairRow {
  first_id: string;
  second_id: string;
  first: string;
  second: string;
  count: number;
}

/** Computes Krippendorff's alpha of `label_pairs` for each pair of users. */
export const readLabelAlphas = (db: Db, comparisons: Comparisons) =>
  readAlphas(
    db,
    sql`
    select c.first_id, c.second_id, p ->> 0 as first, p ->> 1 as second, sum((p ->> 2)::int)::int as count
    from ${comparisons} c, jsonb_array_elements(c.label_pairs) p group by 1, 2, 3, 4`,
  );

/**
 * Computes Krippendorff's alpha for each pair of users.
 * @param valuePairs pairs of values that two users gave to the same unit, with their number
 */
async function readAlphas(
  db: Db,
  valuePairs: RawBuilder<unknown>,
): Promise<(pair: Pick<UserPair, 'first' | 'second'>) => { alpha: number | null; n: number }> {
  const { rows } = await sql<ValuePairRow>`${valuePairs}`.execute(db);
  const toKey = (firstId: string, secondId: string) => `${firstId} ${secondId}`;
  const rowsByUsers = new Map<string, ValuePairRow[]>();
  for (const row of rows) {
    const key = toKey(row.first_id, row.second_id);
    const rowsOfUsers = rowsByUsers.get(key);
    if (rowsOfUsers) rowsOfUsers.push(row);
    else rowsByUsers.set(key, [row]);
  }
  return ({ first, second }) => {
    const pairs = rowsByUsers.get(toKey(first.id, second.id)) ?? [];
    const counts = pairs.map(({ count }) => count);
    const units = pairs.map((pair) => [pair.first, pair.second]);
    return { alpha: computeAlpha(units, 'nominal', counts), n: counts.reduce((sum, count) => sum + count, 0) };
  };
}
