import type { ImageChangePreview } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';
import type { ShapePlural } from '../../../platform/database/tables/shapes';
import { countImagesWithErrors } from '../../quality/rules/find-errors';
import { changeKinds, type PreparedChange } from './change-kinds';
import { isLabelExcluded } from './label-changes';

const NO_SHAPES = Object.fromEntries(SHAPE_KINDS.map(({ plural }) => [plural, 0])) as Record<ShapePlural, number>;
const NO_DEPENDENTS = { ...NO_SHAPES, job_items: 0, group_members: 0 };

/** Counts what a change would do to the images that a condition on `i` selects. */
export async function previewChange(
  db: Db,
  preparedChange: PreparedChange,
  isSelected: RawBuilder<unknown>,
): Promise<ImageChangePreview> {
  const { body, label } = preparedChange;
  if (body.change === 'delete') return previewDeletion(db, isSelected);
  const isConflict = body.change === 'add-label' && label ? isLabelExcluded(label.id) : sql`false`;
  const isAffected = changeKinds[body.change].affects(preparedChange);
  const { rows } = await sql<Pick<ImageChangePreview, 'matched' | 'changes' | 'conflicts' | 'layers' | 'gold'>>`
    select count(*)::int as matched, count(*) filter (where ${isAffected})::int as changes,
      count(*) filter (where ${isConflict})::int as conflicts ${countInJob(preparedChange, isAffected)}
    from training_image i where ${isSelected}`.execute(db);
  const counts = { ...NO_DEPENDENTS, matched: 0, changes: 0, conflicts: 0, ...rows[0] };
  if (body.change !== 'verify') return counts;
  const invalidImageCount = await countImagesWithErrors(db, preparedChange.workspaceId, sql`(${isSelected}) and (${isAffected})`);
  return invalidImageCount === null
    ? counts
    : { ...counts, changes: counts.changes - invalidImageCount, invalid: invalidImageCount };
}

/** SQL of the preview columns that only exist for changes of the items of a job. */
function countInJob({ body, job }: PreparedChange, isAffected: RawBuilder<unknown>): RawBuilder<unknown> {
  const isItem = sql`t.image_id = i.id and t.job_id = ${job?.id}`;
  if (body.change === 'add-to-job')
    return sql`, count(*) filter (where exists (select from job_item t where ${isItem} and t.gold_id is not null))::int as gold`;
  if (body.change !== 'remove-from-job') return sql``;
  const layers = sql`(select count(*) from job_item t join item_layer y on y.item_id = t.id where ${isItem})`;
  return sql`, coalesce(sum(${layers}) filter (where ${isAffected}), 0)::int as layers`;
}

async function previewDeletion(db: Db, isSelected: RawBuilder<unknown>): Promise<ImageChangePreview> {
  const countShapes = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} t join selected i on i.id = t.image_id)`;
  const { rows } = await sql<ImageChangePreview>`
    with selected as materialized (select i.id from training_image i where ${isSelected})
    select (select count(*)::int from selected) as matched, (select count(*)::int from selected) as changes, 0 as conflicts,
      ${sql.join(SHAPE_KINDS.map(({ table, plural }) => sql`${countShapes(table)} as ${sql.ref(plural)}`))},
      ${countShapes('job_item')} as job_items,
      ${countShapes('group_image')} + (
        select count(*)::int from group_object m join detection_object o on o.id = m.object_id join selected i on i.id = o.image_id
      ) as group_members`.execute(db);
  return { ...NO_DEPENDENTS, matched: 0, changes: 0, conflicts: 0, ...rows[0] };
}
