import type { ItemSnapshot, SnapshotLabel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { compareAttributes, matchShapes } from '../annotation/jobs/compare';
import type { JobRow } from '../annotation/jobs/items';
import { loadTemplates } from '../../data-access/shape-similarity/load-templates';

type StoredLabel = Omit<SnapshotLabel, 'name'>;
type SnapshotShape = ItemSnapshot['shapes'][number];
type StoredShape = Omit<SnapshotShape, 'name' | 'color' | 'labels'> & { name?: string | null; labels: StoredLabel[] };
interface StoredWork {
  labels: StoredLabel[];
  shapes: StoredShape[];
}
type NamedWork = Pick<ItemSnapshot, 'labels' | 'shapes'>;

export interface GoldComparison {
  image: string;
  gold: NamedWork & { revision: number; taken: string };
  work: ItemSnapshot | null;
}

/**
 * Reads the annotations of a gold item, and the work of a user on it in a job.
 * @param isScored whether to read the scored work, from before the first feedback, instead of the corrected work
 */
export async function readComparison(
  db: Db,
  job: JobRow,
  { gold: goldId, user: userId, isScored }: { gold: string; user: string; isScored: boolean },
): Promise<GoldComparison> {
  const { rows: golds } = await sql<StoredWork & { image: string; revision: number; taken: string }>`
    select image_id as image, revision, ${toIsoTimestamp('created')} as taken, labels, shapes
    from gold_item where id = ${goldId} and workspace_id = ${job.workspace_id}`.execute(db);
  const gold = golds[0];
  if (!gold) throw notFound('Gold item');
  const { rows: works } = await sql<StoredWork & Pick<ItemSnapshot, 'user' | 'taken'>>`
    select json_build_object('id', u.id, 'username', u.username) as user, ${toIsoTimestamp('k.taken')} as taken, k.labels, k.shapes
    from (
      select item_id, user_id, job_id, taken, labels, shapes, false as is_first from item_snapshot
      union all select t.item_id, t.user_id, t.job_id, s.scored, t.labels, t.shapes, true from gold_try t
        join gold_score s on s.gold_id = t.gold_id and s.user_id = t.user_id and s.job_id = t.job_id
        where t.gold_id = ${goldId} and ${isScored}
    ) k join job_item i on i.id = k.item_id join app_user u on u.id = k.user_id
    where k.job_id = ${job.id} and i.image_id = ${gold.image} and k.user_id = ${userId} order by k.is_first desc limit 1`.execute(
    db,
  );
  const work = works[0];
  const toNamed = await createNaming(db, [gold, ...works]);
  const namedGold = toNamed(gold);
  const namedWork = work && toNamed(work);
  if (namedWork) await markMatches(db, { ...namedGold, id: goldId }, { ...namedWork, id: userId });
  return {
    image: gold.image,
    gold: { revision: gold.revision, taken: gold.taken, ...namedGold },
    work: work && namedWork ? { user: work.user, taken: work.taken, ...namedWork } : null,
  };
}

/** Adds to each matched shape the id of its match on the other side, and the attributes that differ. */
async function markMatches(db: Db, gold: NamedWork & { id: string }, work: NamedWork & { id: string }): Promise<void> {
  const templates = await loadTemplates(db, [...gold.shapes, ...work.shapes]);
  for (const { a, b } of matchShapes(gold.shapes, work.shapes, templates)) {
    const { different } = compareAttributes(a, b);
    Object.assign(a, { matched_by: [work.id], attribute_differences: different });
    Object.assign(b, { matched_by: [gold.id], attribute_differences: different });
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
  const byId = new Map(rows.map((row) => [row.id, row]));
  const addNames = (labels: readonly StoredLabel[]): SnapshotLabel[] =>
    labels.map(({ label, value }) => ({ label, value, name: byId.get(label)?.name ?? null }));
  return ({ labels, shapes }) => ({
    labels: addNames(labels),
    shapes: shapes.map((shape) => {
      const label = shape.label === null ? undefined : byId.get(shape.label);
      const name = label?.name ?? shape.name ?? null;
      return { ...shape, name, color: label?.color ?? null, labels: addNames(shape.labels), matched_by: [] };
    }),
  });
}
