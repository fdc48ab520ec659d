import type { CommentedKind, ServiceSlug } from '@console/shared-contract/api';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { badField } from '../../platform/errors';
import { findReferencedRow } from '../../data-access/rows/references';
import { requireInsideImage } from '../../data-access/shapes/geometry';
import { messages } from './messages';

/** What a thread is about. */
export interface CommentedRow {
  kind: CommentedKind;
  entity: string;
  job?: string | null | undefined;
  place?: number[] | null | undefined;
}

/** The columns of `comment_thread` that refer to the commented row. */
export interface ThreadReferences {
  workspace_id: string;
  image_id: string | null;
  group_id: string | null;
  product_id: string | null;
  object_id: string | null;
  polygon_id: string | null;
  point_id: string | null;
  mask_id: string | null;
  item_id: string | null;
  place: number[] | null;
}

const KINDS = {
  image: { table: 'training_image', entityName: 'Image', column: 'image_id' },
  object: { table: 'detection_object', entityName: 'Object', column: 'object_id' },
  polygon: { table: 'polygon', entityName: 'Polygon', column: 'polygon_id' },
  point: { table: 'point', entityName: 'Point', column: 'point_id' },
  mask: { table: 'mask', entityName: 'Mask', column: 'mask_id' },
  group: { table: 'similarity_group', entityName: 'Group', column: 'group_id', service: 'custom-similarity' },
  product: { table: 'product', entityName: 'Product', column: 'product_id', service: 'products-management' },
} as const satisfies Record<
  CommentedKind,
  { table: string; entityName: string; column: keyof ThreadReferences; service?: ServiceSlug }
>;

/**
 * Finds a row that is to be commented. Throws 404 for a row that the caller cannot see, 403 without its service, and 400 if it is not
 * in the job, or if the place is outside the image.
 */
export async function findCommentedRow(
  db: Db,
  scope: Scope,
  { kind, entity, job, place }: CommentedRow,
): Promise<ThreadReferences> {
  const { table, column, ...options } = KINDS[kind];
  const row = await scope.findRow(table, entity, options);
  const references: ThreadReferences = {
    ...{ workspace_id: row.workspace_id, image_id: null, group_id: null, product_id: null },
    ...{ object_id: null, polygon_id: null, point_id: null, mask_id: null, item_id: null, place: place ?? null },
    ...('image_id' in row && typeof row.image_id === 'string' ? { image_id: row.image_id } : {}),
    [column]: entity,
  };
  if (place) await requirePlace(scope, references, place);
  if (job) references.item_id = await findItem(db, scope, kind, references, job);
  return references;
}

async function requirePlace(scope: Scope, { image_id, workspace_id }: ThreadReferences, place: readonly number[]): Promise<void> {
  if (!image_id) throw badField('place', messages.placeOfOther);
  const options = { field: 'entity', entityName: 'Image' };
  requireInsideImage(place, await findReferencedRow(scope, 'training_image', image_id, workspace_id, options), 'place');
}

async function findItem(
  db: Db,
  scope: Scope,
  kind: CommentedKind,
  { workspace_id, image_id, group_id }: ThreadReferences,
  jobId: string,
): Promise<string> {
  scope.requireWorkspace(workspace_id, 'annotate');
  const job = await findReferencedRow(scope, 'annotation_job', jobId, workspace_id, { field: 'job', entityName: 'Job' });
  const [column, id] = kind === 'image' ? (['image_id', image_id] as const) : (['group_id', group_id] as const);
  if ((kind !== 'image' && kind !== 'group') || !id) throw badField('job', messages.jobOfOther);
  const item = await db
    .selectFrom('job_item')
    .select('id')
    .where('job_id', '=', job.id)
    .where(column, '=', id)
    .executeTakeFirst();
  if (!item) throw badField('job', messages.notInJob);
  return item.id;
}
