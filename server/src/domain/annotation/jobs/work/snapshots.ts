import type { ItemSnapshot } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { toIsoTimestamp } from '../../../../data-access/rows/view';
import { listDomainKinds, SHAPE_KINDS } from '../../../../data-access/shape-kinds/registry';
import type { LabelReference } from '../../../../data-access/shapes/kind';
import { deleteGoldScores } from '../../../quality/gold/score-items';
import { compareAttributes, compareWork, matchShapes, type WorkSnapshot } from './compare';
import { hidesGold } from '../items/hides-gold';
import { getItemColumn, type JobRow } from '../items/items';
import { loadTemplates } from '../../../../data-access/shape-similarity/load-templates';
import { selectLayerWork } from './select-layer-work';

/**
 * Number of items that are saved and compared per batch. With four users per item, a statement writes 1,500 rows of 18 values. PostgreSQL
 * allows 65,535 parameters.
 */
const BATCH_SIZE = 500;
interface ImageSize {
  width: number;
  height: number;
}

const EMPTY_SNAPSHOT: WorkSnapshot = { labels: [], shapes: [] };

/**
 * Saves the current annotations of images as the work of the user who marked the images as done. In jobs in which users work independently,
 * saves the user's layers (the user's own annotations) instead. Compares the work with the work of other users. The label that the job adds
 * is not part of the work. The images must be items of the job.
 */
export async function saveSnapshots(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  for (let batchStart = 0; batchStart < imageIds.length; batchStart += BATCH_SIZE)
    await saveBatch(trx, job, imageIds.slice(batchStart, batchStart + BATCH_SIZE), userId);
}

/** SQL of the shapes of the image of a job item `i`, with their ids and metadata. */
export const selectImageShapes = sql.join(
  SHAPE_KINDS.map(
    ({ name, table, label, fields, snapshot }) => sql`
      select s.id, ${sql.lit(name)} as kind, ${label ? sql.ref(`s.${label.column}`) : sql`null::uuid`} as label,
        ${label ? sql`null` : sql`s.name`} as name, ${snapshot?.data ?? sql`to_jsonb(s.data)`} as data,
        ${snapshot?.rotated_box ?? sql`null::jsonb`} as rotated_box, ${snapshot?.mask ?? sql`null::jsonb`} as mask,
        ${fields.includes('attributes') ? sql`s.attributes` : sql`null::jsonb`} as attributes,
        ${fields.includes('meta_data') ? sql`s.meta_data` : sql`null::jsonb`} as meta_data, ${snapshot?.labels ?? sql`'[]'::jsonb`} as labels
      from ${sql.table(table)} s where s.image_id = i.image_id`,
  ),
  sql` union all `,
);

/** SQL of the labels and shapes of the image of a job item `i`. */
export const selectImageWork = (job: JobRow) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('label', l.label_id, 'value', l.value) order by l.label_id) from image_label l
    where l.image_id = i.image_id and l.label_id is distinct from ${job.mark_done_label_id}::uuid), '[]'),
  coalesce((
    select jsonb_agg(to_jsonb(s) - '{id,meta_data}'::text[]) from (
      ${selectImageShapes}
    ) s), '[]')`;

/** SQL: the shape `e` of a snapshot of finished work has a label of the domain. */
const hasLabelOfDomain = (domain: LabelReference['domain']) =>
  sql`e ->> 'kind' in (${sql.join(listDomainKinds(domain).map(({ name }) => sql.lit(name)))})`;

async function saveBatch(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ item_id: string } & WorkSnapshot>`
    insert into item_snapshot (item_id, user_id, job_id, workspace_id, labels, shapes)
    select i.id, ${userId}, i.job_id, i.workspace_id, ${job.blind ? selectLayerWork(userId) : selectImageWork(job)}
    from job_item i where i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[]) order by i.id
    on conflict (item_id, user_id) do update set labels = excluded.labels, shapes = excluded.shapes, taken = clock_timestamp()
    returning item_id, labels, shapes`.execute(trx);
  if (job.blind) await storeAuditedWork(trx, job, rows);
  await compareWithOthers(trx, job, rows, userId);
}

/**
 * If the job audits automatically accepted predictions, stores the work with the audit. The result of the audit must remain when images or
 * items are deleted (ADR 0129).
 */
async function storeAuditedWork(trx: Db, job: JobRow, snapshots: readonly ({ item_id: string } & WorkSnapshot)[]): Promise<void> {
  await sql`
    update auto_acceptance a set works = a.works || (
      select coalesce(jsonb_object_agg(i.image_id, s.work), '{}') from job_item i join jsonb_to_recordset(${JSON.stringify(
        snapshots.map(({ item_id, labels, shapes }) => ({ item_id, work: { labels, shapes } })),
      )}::jsonb) as s(item_id uuid, work jsonb) on s.item_id = i.id)
    where a.job_id = ${job.id}`.execute(trx);
}

async function compareWithOthers(
  trx: Db,
  job: JobRow,
  savedSnapshots: readonly ({ item_id: string } & WorkSnapshot)[],
  userId: string,
): Promise<void> {
  const snapshotByItemId = new Map(savedSnapshots.map((snapshot) => [snapshot.item_id, snapshot]));
  const itemIds = [...snapshotByItemId.keys()];
  await sql`
    delete from item_comparison where item_id = any(${itemIds}::uuid[]) and ${userId} in (first_id, second_id)`.execute(trx);
  // Work on a gold-standard item is compared with the gold annotations instead.
  const { rows: otherSnapshots } = await sql<{ item_id: string; user_id: string; image: ImageSize } & WorkSnapshot>`
    select item_id, user_id, labels, shapes, (
        select jsonb_build_object('width', t.img_width, 'height', t.img_height)
        from public.job_item i join training_image t on t.id = i.image_id where i.id = item_snapshot.item_id) as image
    from item_snapshot where item_id = any(${itemIds}::uuid[]) and user_id <> ${userId}
      and not exists (select from public.job_item g where g.id = item_snapshot.item_id and g.gold_id is not null)`.execute(trx);
  if (otherSnapshots.length === 0) return;
  const templates = await loadTemplates(
    trx,
    [...savedSnapshots, ...otherSnapshots].flatMap(({ shapes }) => shapes),
  );
  const comparisonRows = otherSnapshots.map((otherSnapshot) => {
    const comparison = compareWork(otherSnapshot, snapshotByItemId.get(otherSnapshot.item_id) ?? EMPTY_SNAPSHOT, {
      templates,
      image: otherSnapshot.image,
    });
    const { sameLabels, allLabels, sameShapes, allShapes, sameAttributes, allAttributes, skeletons } = comparison;
    const { similarity, labelPairs, labelCounts, shapeMatches, valuePairs, differingLabels } = comparison;
    return {
      item_id: otherSnapshot.item_id,
      first_id: otherSnapshot.user_id,
      second_id: userId,
      job_id: job.id,
      workspace_id: job.workspace_id,
      same_labels: sameLabels,
      all_labels: allLabels,
      same_shapes: sameShapes,
      all_shapes: allShapes,
      same_attributes: sameAttributes,
      all_attributes: allAttributes,
      skeletons: skeletons && JSON.stringify(skeletons),
      similarity,
      label_pairs: JSON.stringify(labelPairs),
      differing_labels: differingLabels,
      label_counts: JSON.stringify(labelCounts),
      shape_matches: JSON.stringify(shapeMatches),
      value_pairs: JSON.stringify(valuePairs),
    };
  });
  await trx.insertInto('item_comparison').values(comparisonRows).execute();
}

/** Deletes the user's snapshots of these images or groups with their comparisons and scores, after the completion marks were removed. */
export async function deleteSnapshots(trx: Db, job: JobRow, targets: readonly string[], userId: string): Promise<void> {
  await deleteGoldScores(trx, job.id, targets, userId);
  await sql`
    delete from item_snapshot s using job_item i
    where i.id = s.item_id and i.job_id = ${job.id} and ${sql.ref(`i.${getItemColumn(job)}`)} = any(${targets}::uuid[]) and s.user_id = ${userId}`.execute(
    trx,
  );
}

type SnapshotRow = Omit<ItemSnapshot, 'shapes'> & {
  image: ImageSize;
  shapes: (ItemSnapshot['shapes'][number] & { attribute_differences: string[] })[];
};

/**
 * Reads the state of an item at the time each user marked it as done, with the current names of its labels.
 * @param onlyUser the user who sees only their own work until the item is closed; null for all work
 */
export async function readSnapshots(db: Db, job: JobRow, imageId: string, onlyUser: string | null): Promise<ItemSnapshot[]> {
  const namedLabels = sql`
    coalesce((
      select jsonb_agg(jsonb_build_object('label', l ->> 'label', 'value', l -> 'value', 'name', r.name) order by lower(r.name), r.id)
      from jsonb_array_elements(s.of) l left join recognition_label r on r.id = (l ->> 'label')::uuid), '[]')`;
  const { rows } = await sql<SnapshotRow>`
    select json_build_object('id', u.id, 'username', u.username) as user, ${toIsoTimestamp('k.taken')} as taken,
      (select jsonb_build_object('width', t.img_width, 'height', t.img_height) from training_image t where t.id = i.image_id) as image,
      (select ${namedLabels} from (select k.labels as of) s) as labels,
      coalesce((
        select jsonb_agg(e || jsonb_build_object(
          'name', coalesce(d.name, g.name, e ->> 'name'), 'color', coalesce(d.color, g.color),
          'labels', (select ${namedLabels} from (select e -> 'labels' as of) s), 'matched_by', '[]'::jsonb, 'attribute_differences', '[]'::jsonb))
        from jsonb_array_elements(k.shapes) e
        left join detection_label d on ${hasLabelOfDomain('detection')} and d.id = (e ->> 'label')::uuid
        left join segmentation_label g on ${hasLabelOfDomain('segmentation')} and g.id = (e ->> 'label')::uuid), '[]') as shapes
    from item_snapshot k join job_item i on i.id = k.item_id join app_user u on u.id = k.user_id
    where k.job_id = ${job.id} and i.image_id = ${imageId}
      and (${onlyUser}::uuid is null or (i.adopted is not null and ${!hidesGold(job)}) or k.user_id = ${onlyUser}) order by k.taken, u.id`.execute(
    db,
  );
  const templates = await loadTemplates(
    db,
    rows.flatMap(({ shapes }) => shapes),
  );
  for (const [index, snapshot] of rows.entries()) {
    for (const otherSnapshot of rows.slice(index + 1)) {
      for (const { a, b } of matchShapes(snapshot.shapes, otherSnapshot.shapes, { templates, image: snapshot.image })) {
        a.matched_by.push(otherSnapshot.user.id);
        b.matched_by.push(snapshot.user.id);
        const { differingNames } = compareAttributes(a, b);
        for (const shape of [a, b])
          shape.attribute_differences = [...new Set([...shape.attribute_differences, ...differingNames])];
      }
    }
  }
  return rows.map(({ image: _, ...row }) => row);
}
