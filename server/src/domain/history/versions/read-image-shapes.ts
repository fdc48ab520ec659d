import type { MaskData, VersionShape } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { LABELLED_KINDS } from '../../../data-access/shape-kinds/registry';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import { measureMask } from '../../../data-access/shapes/mask-geometry';
import type { Db } from '../../../platform/database/connection';
import { SHAPE_TABLES } from '../../../platform/database/tables/shapes';
import { isInHistory } from '../selection/select-history';

/** SQL: the existing shapes of the image as JSON rows. */
const selectCurrentShapes = (imageId: string) =>
  sql.join(
    SHAPE_TABLES.map(
      (table) =>
        sql`select ${sql.lit(table)}::text as kind, t.id::text as id, to_jsonb(t) as row from ${sql.table(table)} t where t.image_id = ${imageId}`,
    ),
    sql` union all `,
  );

/** SQL: the label of the shape in `row`, the JSON of a shape of any kind. */
const label = sql`coalesce(${sql.join(LABELLED_KINDS.map((kind) => sql`row ->> ${sql.lit(kind.label.column)}`))})`;

/**
 * Reads the shapes of an image after a change in its history, or before its first change: the current rows with the later changes
 * reverted. Returns null if the image has no such change.
 */
export async function readImageShapes(
  db: Db,
  workspaceId: string,
  { image: imageId, change }: { image: string; change: number },
): Promise<{ created: string; shapes: VersionShape[] } | null> {
  // Text, because a Date would lose microseconds.
  const versions = await sql<{ created: string; exact: string }>`
    select ${toIsoTimestamp('c.created')} as created, c.created::text as exact from change c
    where c.workspace_id = ${workspaceId} and ${change === 0 ? sql`true` : sql`c.id = ${change}`} and ${isInHistory(imageId)}
    order by c.id limit 1`.execute(db);
  const [version] = versions.rows;
  if (!version) return null;
  const { rows } = await sql<VersionShape | VersionMask>`
    with entry as materialized (
      select c.id, c.relation as kind, c.row_id, c.operation, c.before from change c
      where c.workspace_id = ${workspaceId} and c.subject_id = ${imageId}
        and c.relation in (${sql.join(SHAPE_TABLES.map((table) => sql.lit(table)))})),
    logged as (
      -- The oldest later change of a column contains its value at the time.
      select kind, row_id as id, bool_or(operation = 'insert' and id <= ${change}) as is_created,
        (array_agg(operation order by id) filter (where id > ${change}))[1] as next_operation,
        merge_jsonb(before order by id desc) filter (where id > ${change}) as before
      from entry group by 1, 2),
    current_shape as (${selectCurrentShapes(imageId)}),
    state as (
      select kind, id, coalesce(current_shape.row, '{}') || coalesce(before, '{}') as row, is_created, next_operation
      from current_shape full join logged using (kind, id)
      where current_shape.row is not null or next_operation is not null)
    select kind, id, ${label} as label, row ->> 'name' as name, row -> 'data' as data,
      nullif(row -> 'rotated_box', 'null') as rotated_box, coalesce(row -> 'attributes', '{}') as attributes
    from state
    where next_operation is distinct from 'insert'
      -- Rows that an import created have no entry of their creation.
      and (is_created or (row ->> 'created')::timestamptz <= ${version.exact}::timestamptz)
    order by row -> 'seq', id`.execute(db);
  return { created: version.created, shapes: rows.map(toVersionShape) };
}

/** A mask. Its stored box may belong to the pixels of a later version, so the box is computed again. */
interface VersionMask extends Omit<VersionShape, 'kind' | 'data'> {
  kind: 'mask';
  data: MaskData;
}

const isMask = (shape: VersionShape | VersionMask): shape is VersionMask => shape.kind === 'mask';

const toVersionShape = (shape: VersionShape | VersionMask): VersionShape =>
  isMask(shape) ? { ...shape, data: measureMask(shape.data).bbox, mask: shape.data } : shape;
