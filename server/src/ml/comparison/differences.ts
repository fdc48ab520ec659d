import type { DatasetImageCounts, DatasetLabelChanges } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/database/connection';

/** SQL of the images and annotations of a workspace or dataset version at one moment. */
export interface DataState {
  /** Selects `image_id`, `place` (the position of the image) and `test_image` of each image. */
  images: RawBuilder<unknown>;
  /**
   * Selects one row for each annotation: `image_id`, `of` (the domain), `label`, `item`, `content` and `attributes` (an object). `item`
   * is the id of the annotated image or object, or of the shape. `content` holds coordinates or a value (see `selectShapeContent`).
   */
  annotations: RawBuilder<unknown>;
}

/** Two states to compare. */
export interface ComparedStates {
  before: DataState;
  after: DataState;
  /** Common table expressions that both states read. */
  setup?: RawBuilder<unknown>;
}

/** SQL of the content of a shape: its coordinates as jsonb, together with the rotation of a rotated box. */
export const selectShapeContent = (data: RawBuilder<unknown>, rotatedBox: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when coalesce(${rotatedBox}, 'null') = 'null' then ${data} else jsonb_build_array(${data}, ${rotatedBox}) end`;

/**
 * SQL of two common table expressions, `compared_image` and `difference`. They pair the images and annotations of both states. Their
 * column `change` is null for pairs that are equal.
 */
export function selectDifferences({ before, after, setup }: ComparedStates): RawBuilder<unknown> {
  return sql`
    ${setup ? sql`${setup},` : sql``}
    earlier as materialized (${before.annotations}), later as materialized (${after.annotations}),
    difference as materialized (
      select coalesce(later.image_id, earlier.image_id) as image_id, of, label,
        case when earlier.item is null then 'added' when later.item is null then 'removed'
          when later.content is distinct from earlier.content or later.attributes <> earlier.attributes then 'changed' end as change,
        later.attributes <> earlier.attributes as has_other_attributes
      from earlier full join later using (of, label, item)
    ),
    compared_image as materialized (
      select coalesce(l.image_id, e.image_id) as image_id, coalesce(l.place, e.place) as place,
        case when e.image_id is null then 'added' when l.image_id is null then 'removed'
          when l.test_image <> e.test_image or l.image_id in (select image_id from difference where change is not null)
          then 'changed' end as change
      from (${before.images}) e full join (${after.images}) l using (image_id)
    )`;
}

/** SQL of a subquery that selects the images that were added or changed between two states and exist in the later one. */
export function selectChangedImages(states: ComparedStates): RawBuilder<{ image_id: string }> {
  return sql<{ image_id: string }>`
    with ${selectDifferences(states)} select image_id from compared_image where change in ('added', 'changed')`;
}

type LabelDifferences = Omit<DatasetLabelChanges, 'name'>;
interface DifferenceCounts {
  pictures: z.output<typeof DatasetImageCounts>;
  labels: LabelDifferences[];
}

/** Counts the images and annotations that differ between two states. */
export async function countDifferences(db: Db, states: ComparedStates): Promise<DifferenceCounts> {
  const { rows } = await sql<DifferenceCounts>`
    with ${selectDifferences(states)}
    select
      (select json_build_object('added', count(*) filter (where change = 'added'), 'removed', count(*) filter (where change = 'removed'),
        'changed', count(*) filter (where change = 'changed'), 'same', count(*) filter (where change is null))
        from compared_image) as pictures,
      (select coalesce(json_agg(l), '[]') from (
        select of, label as id, (count(*) filter (where change is distinct from 'added')) as before,
          (count(*) filter (where change is distinct from 'removed')) as after,
          count(*) filter (where change = 'added') as added, count(*) filter (where change = 'removed') as removed,
          count(*) filter (where change = 'changed') as changed,
          count(*) filter (where has_other_attributes) as changed_attributes
        from difference group by of, label) l) as labels`.execute(db);
  return rows[0]!;
}

/** Adds the names of labels and sorts them by domain and name. */
export function nameLabels(labels: readonly LabelDifferences[], names: ReadonlyMap<string, string>): DatasetLabelChanges[] {
  const namedLabels = labels.map((label) => ({ ...label, name: names.get(label.id) ?? label.id }));
  return namedLabels.sort((a, b) => (a.of === b.of ? (a.name < b.name ? -1 : 1) : a.of < b.of ? -1 : 1));
}
