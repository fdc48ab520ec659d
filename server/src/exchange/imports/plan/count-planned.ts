import type { ImportPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';

/** What the run will apply, and the shapes and labels that it cannot apply because their images are not imported. */
interface PlannedCounts {
  pictures: ImportPlan['pictures'];
  shapes: ImportPlan['shapes'];
  /** Uses of each class by its key. */
  classes: ReadonlyMap<string, number>;
  withoutImage: number;
  /** New images and shapes about which the file states facts, such as their author. Verifications of groups are not included. */
  declared: NonNullable<ImportPlan['declared']>;
}

/**
 * Counts images by their outcome, and annotations of the images that will be in the workspace. The outcome `here` means that the workspace
 * already has the image.
 */
export async function countPlanned(trx: Db, id: string): Promise<PlannedCounts> {
  const imageCounts = await sql<ImportPlan['pictures'] & { declared: number; confirmed: number }>`
    select count(*) filter (where outcome = 'new')::int as new, count(*) filter (where outcome = 'here')::int as here,
      count(*) filter (where outcome = 'unreadable')::int as unreadable, count(*) filter (where outcome = 'missing')::int as missing,
      count(*) filter (where outcome = 'new' and facts ? 'declared')::int as declared,
      count(*) filter (where outcome = 'new' and facts @? '$ ? (@.is_verified == true || @.jobs[*].done == true || @.jobs[*].count > 0)')::int
        as confirmed
    from import_item where import_id = ${id}`.execute(trx);
  const isApplied = sql`t.outcome in ('new', 'here')`;
  const countsByKind = SHAPE_KINDS.map(
    ({ imported: { kind, plural } }) =>
      sql`count(*) filter (where ${isApplied} and s.kind = ${sql.lit(kind)})::int as ${sql.ref(plural)}`,
  );
  const shapes = await sql<ImportPlan['shapes'] & { all_labels: number; without_image: number; declared: number }>`
    select ${sql.join(countsByKind)},
      count(*) filter (where ${isApplied} and s.kind = 'label')::int as all_labels,
      count(distinct (s.item, s.class)) filter (where t.outcome = 'new' and s.kind = 'label')::int
        + count(*) filter (where t.outcome = 'here' and s.kind = 'label')::int as labels,
      count(*) filter (where ${isApplied} and s.data ? 'outside')::int as outside,
      count(*) filter (where ${isApplied} and s.data ? 'declared')::int as declared,
      count(*) filter (where not ${isApplied})::int as without_image
    from import_shape s join import_item t on t.import_id = s.import_id and t.n = s.item where s.import_id = ${id}`.execute(trx);
  const classes = await sql<{ key: string; count: number }>`
    with applied as (
      select s.kind, s.class, s.data from import_shape s join import_item t on t.import_id = s.import_id and t.n = s.item
      where s.import_id = ${id} and ${isApplied})
    select key, count(*)::int as count from (
      select class as key from applied where kind <> 'point'
      union all
      select l ->> 'class' from applied, jsonb_array_elements(data -> 'labels') l where kind = 'box' and data ? 'labels') used
    group by key`.execute(trx);
  const { declared: declaredImages, confirmed, ...outcomeCounts } = imageCounts.rows[0]!;
  const { all_labels, without_image: withoutImage, declared: declaredShapes, ...counts } = shapes.rows[0]!;
  return {
    pictures: outcomeCounts,
    declared: { images: declaredImages, shapes: declaredShapes, confirmations: confirmed },
    // A new image gets each label once, so repeated labels count as existing.
    shapes: { ...counts, same: all_labels - counts.labels },
    classes: new Map(classes.rows.map(({ key, count }) => [key, count])),
    withoutImage,
  };
}
