import type { ComparedMember, ItemSnapshot, SnapshotLabel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { compareAttributes, matchShapes } from '../annotation/jobs/work/compare';
import type { JobRow } from '../annotation/jobs/items/items';
import { getObjectThumbUrl } from '../detection/objects/queries';
import type { WorkMember } from '../quality/gold/gold-work';
import { loadTemplates } from '../../data-access/shape-similarity/load-templates';
import type { SimilarityContext } from '../../data-access/shapes/measure';

type StoredLabel = Omit<SnapshotLabel, 'name'>;
type SnapshotShape = ItemSnapshot['shapes'][number];
type StoredShape = Omit<SnapshotShape, 'name' | 'color' | 'labels'> & { name?: string | null; labels: StoredLabel[] };
interface StoredWork {
  labels: StoredLabel[];
  shapes: StoredShape[];
  members: readonly WorkMember[];
}
type NamedWork = Pick<ItemSnapshot, 'labels' | 'shapes'>;

export interface GoldComparison {
  image: string | null;
  members?: ComparedMember[];
  gold: NamedWork & { revision: number; taken: string };
  work: ItemSnapshot | null;
}

/**
 * Reads the annotations or members of a gold-standard item, and the work of a user on it in a job.
 * @param isScored true reads the scored work, which precedes the first feedback; false reads the corrected work
 */
export async function readComparison(
  db: Db,
  job: JobRow,
  { gold: goldId, user: userId, isScored }: { gold: string; user: string; isScored: boolean },
  fileUrl: (key: string) => string,
): Promise<GoldComparison> {
  const { rows: goldItems } = await sql<
    StoredWork & {
      image: string | null;
      size: SimilarityContext['image'];
      group: string | null;
      revision: number;
      taken: string;
    }
  >`
    select image_id as image, group_id as "group", revision, ${toIsoTimestamp('created')} as taken, labels, shapes, members,
      (select jsonb_build_object('width', t.img_width, 'height', t.img_height) from training_image t where t.id = image_id) as size
    from gold_item where id = ${goldId} and workspace_id = ${job.workspace_id}`.execute(db);
  const goldItem = goldItems[0];
  if (!goldItem) throw notFound('Gold item');
  const { rows: workRows } = await sql<StoredWork & Pick<ItemSnapshot, 'user' | 'taken'>>`
    select json_build_object('id', u.id, 'username', u.username) as user, ${toIsoTimestamp('k.taken')} as taken, k.labels, k.shapes, k.members
    from (
      select item_id, user_id, job_id, taken, labels, shapes, members, false as is_first from item_snapshot
      union all select t.item_id, t.user_id, t.job_id, s.scored, t.labels, t.shapes, t.members, true from gold_try t
        join gold_score s on s.gold_id = t.gold_id and s.user_id = t.user_id and s.job_id = t.job_id
        where t.gold_id = ${goldId} and ${isScored}
    ) k join job_item i on i.id = k.item_id join app_user u on u.id = k.user_id
    where k.job_id = ${job.id} and coalesce(i.image_id, i.group_id) = ${goldItem.image ?? goldItem.group} and k.user_id = ${userId} order by k.is_first desc limit 1`.execute(
    db,
  );
  const storedWork = workRows[0];
  const addNames = await createNaming(db, [goldItem, ...workRows]);
  const namedGold = addNames(goldItem);
  const namedWork = storedWork && addNames(storedWork);
  if (namedWork) await markMatches(db, goldItem.size, { ...namedGold, id: goldId }, { ...namedWork, id: userId });
  return {
    image: goldItem.image,
    ...(goldItem.group !== null && { members: await listMembers(db, goldItem.members, storedWork?.members ?? [], fileUrl) }),
    gold: { revision: goldItem.revision, taken: goldItem.taken, ...namedGold },
    work: storedWork && namedWork ? { user: storedWork.user, taken: storedWork.taken, ...namedWork } : null,
  };
}

/** Lists the members of a gold item and of the work on it. Deleted members have no thumbnail. */
async function listMembers(
  db: Db,
  goldMembers: readonly WorkMember[],
  workMembers: readonly WorkMember[],
  fileUrl: (key: string) => string,
): Promise<ComparedMember[]> {
  const { rows } = await sql<Omit<ComparedMember, 'thumb_img_path'> & { thumb_key: string | null; thumb_token: string | null }>`
    select m.kind, m.id, bool_or(m.in_gold) as in_gold, bool_or(not m.in_gold) as in_work, min(c.name) as name,
      min(i.thumb_key) as thumb_key, min(o.thumb_token::text) as thumb_token
    from (
      select kind, id, true as in_gold from jsonb_to_recordset(${JSON.stringify(goldMembers)}::jsonb) as e(kind text, id uuid)
      union all select kind, id, false from jsonb_to_recordset(${JSON.stringify(workMembers)}::jsonb) as e(kind text, id uuid)) m
    left join training_image i on i.id = m.id left join detection_object o on o.id = m.id left join similarity_group c on c.id = m.id
    group by m.kind, m.id order by bool_or(m.in_gold) and bool_or(not m.in_gold), bool_and(m.in_gold), m.id`.execute(db);
  return rows.map(({ thumb_key, thumb_token, ...member }) => {
    const objectUrl = thumb_token === null ? null : getObjectThumbUrl(thumb_token, fileUrl);
    return { ...member, thumb_img_path: thumb_key === null ? objectUrl : fileUrl(thumb_key) };
  });
}

/** Adds to each matched shape the id of its match on the other side, and the attributes that differ. */
async function markMatches(
  db: Db,
  image: SimilarityContext['image'],
  gold: NamedWork & { id: string },
  work: NamedWork & { id: string },
): Promise<void> {
  const templates = await loadTemplates(db, [...gold.shapes, ...work.shapes]);
  for (const { a, b } of matchShapes(gold.shapes, work.shapes, { templates, image })) {
    const { differingNames } = compareAttributes(a, b);
    Object.assign(a, { matched_by: [work.id], attribute_differences: differingNames });
    Object.assign(b, { matched_by: [gold.id], attribute_differences: differingNames });
  }
}

interface LabelRow {
  id: string;
  name: string;
  color: string | null;
}

/** Returns a function that adds the current names and colours of labels to stored work. */
async function createNaming(db: Db, works: readonly StoredWork[]): Promise<(work: StoredWork) => NamedWork> {
  const ids = works.flatMap(({ labels, shapes }) => [
    ...labels.map(({ label }) => label),
    ...shapes.flatMap((shape) => [shape.label, ...shape.labels.map(({ label }) => label)]),
  ]);
  const isUsed = sql`where id = any(${[...new Set(ids.filter((id) => id !== null))]}::uuid[])`;
  const { rows } = await sql<LabelRow>`
    select id, name, color from detection_label ${isUsed} union all select id, name, color from segmentation_label ${isUsed}
    union all select id, name, null from recognition_label ${isUsed}`.execute(db);
  const labelById = new Map(rows.map((row) => [row.id, row]));
  const addLabelNames = (labels: readonly StoredLabel[]): SnapshotLabel[] =>
    labels.map(({ label, value }) => ({ label, value, name: labelById.get(label)?.name ?? null }));
  return ({ labels, shapes }) => ({
    labels: addLabelNames(labels),
    shapes: shapes.map((shape) => {
      const label = shape.label === null ? undefined : labelById.get(shape.label);
      const name = label?.name ?? shape.name ?? null;
      return { ...shape, name, color: label?.color ?? null, labels: addLabelNames(shape.labels), matched_by: [] };
    }),
  });
}
