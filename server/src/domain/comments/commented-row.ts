import type { CommentedKind, ServiceSlug } from '@console/shared-contract/api';
import type { Selectable } from 'kysely';
import type { Scope, ScopedTable } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { CommentTables } from '../../platform/database/tables/comments';
import type { ShapeName } from '../../platform/database/tables/shapes';
import { createFieldError } from '../../platform/errors';
import { findReferencedRow } from '../../data-access/rows/references';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import { requireInsideImage } from '../../data-access/shapes/geometry';
import { messages } from './messages';

/** The row that a thread of comments is about. `place` is a position on the image. */
export interface CommentedRow {
  kind: CommentedKind;
  entity: string;
  job?: string | null | undefined;
  place?: number[] | null | undefined;
}

/** The columns of `comment_thread` that refer to the commented row. */
export type ThreadReferences = Pick<
  Selectable<CommentTables['comment_thread']>,
  'workspace_id' | `${CommentedKind}_id` | 'item_id' | 'place'
>;

interface CommentedTable {
  table: ScopedTable;
  entityName: string;
  column: `${CommentedKind}_id`;
  service?: ServiceSlug;
}

const SHAPE_TABLES = Object.fromEntries(
  SHAPE_KINDS.map(({ name, table, entityName }) => [name, { table, entityName, column: `${name}_id` }]),
) as Record<ShapeName, CommentedTable>;

/** The tables whose rows can have comments. */
export const COMMENTED_TABLES: Readonly<Record<CommentedKind, CommentedTable>> = {
  image: { table: 'training_image', entityName: 'Image', column: 'image_id' },
  group: { table: 'similarity_group', entityName: 'Group', column: 'group_id', service: 'custom-similarity' },
  product: { table: 'product', entityName: 'Product', column: 'product_id', service: 'products-management' },
  ...SHAPE_TABLES,
};
const NO_SHAPES = Object.fromEntries(SHAPE_KINDS.map(({ name }) => [`${name}_id`, null])) as Record<`${ShapeName}_id`, null>;

/**
 * Finds a row on which the caller wants to comment. Throws 404 for a row that the caller cannot see, and 403 if the workspace lacks its
 * service. Throws 400 if the row is not in the job, or the place is outside the image.
 */
export async function findCommentedRow(
  db: Db,
  scope: Scope,
  { kind, entity, job, place: position }: CommentedRow,
): Promise<ThreadReferences> {
  const { table, column, ...options } = COMMENTED_TABLES[kind];
  const row = await scope.findRow(table, entity, options);
  const references: ThreadReferences = {
    workspace_id: row.workspace_id,
    image_id: null,
    group_id: null,
    product_id: null,
    ...NO_SHAPES,
    item_id: null,
    place: position ?? null,
    ...('image_id' in row && typeof row.image_id === 'string' ? { image_id: row.image_id } : {}),
    [column]: entity,
  };
  if (position) await requirePositionInImage(scope, references, position);
  if (job) references.item_id = await findJobItemId(db, scope, kind, references, job);
  return references;
}

async function requirePositionInImage(
  scope: Scope,
  { image_id, workspace_id }: ThreadReferences,
  position: readonly number[],
): Promise<void> {
  if (!image_id) throw createFieldError('place', messages.placeOnlyForImages);
  const options = { field: 'entity', entityName: 'Image' };
  requireInsideImage(position, await findReferencedRow(scope, 'training_image', image_id, workspace_id, options), 'place');
}

async function findJobItemId(
  db: Db,
  scope: Scope,
  kind: CommentedKind,
  { workspace_id, image_id, group_id }: ThreadReferences,
  jobId: string,
): Promise<string> {
  scope.requireWorkspace(workspace_id, 'annotate');
  const job = await findReferencedRow(scope, 'annotation_job', jobId, workspace_id, { field: 'job', entityName: 'Job' });
  const [column, id] = kind === 'image' ? (['image_id', image_id] as const) : (['group_id', group_id] as const);
  if ((kind !== 'image' && kind !== 'group') || !id) throw createFieldError('job', messages.jobOnlyForImagesAndGroups);
  const jobItem = await db
    .selectFrom('job_item')
    .select('id')
    .where('job_id', '=', job.id)
    .where(column, '=', id)
    .executeTakeFirst();
  if (!jobItem) throw createFieldError('job', messages.notInJob);
  return jobItem.id;
}
