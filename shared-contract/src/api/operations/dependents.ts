import { z } from 'zod';
import { SHAPE_PLURALS } from '../../shape-kinds';
import { defineCalls, type CallSpec } from '../base/core';
import { ImageFilter } from '../images/image-filters';
import { Ids, SkipMissing, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { ProductFilter } from '../products/product';
import { CollectionId } from '../products/product-rows';
import { GroupFilter } from '../similarity/similarity';
import type { ServiceSlug } from '../base/services';

/** Kinds of rows that a deletion affects. */
export const DependentKind = z.enum([
  ...['images', 'verifications', 'labels', 'negative_labels', 'tasks', 'types', 'models'],
  ...SHAPE_PLURALS,
  ...['groups', 'child_groups', 'parent_groups', 'jobs', 'job_items', 'remarks', 'layers'],
  ...['products', 'product_images', 'prices', 'sets', 'child_sets'],
] as const);
export type DependentKind = z.output<typeof DependentKind>;
const Counts = z.partialRecord(DependentKind, z.number().int());

/** How the deletion of a row affects other rows. Kinds without affected rows are omitted. */
export const Dependents = z.object({
  /** Rows that are also deleted. */
  deleted: Counts,
  /** Rows that are not deleted, but lose their reference to the deleted row. */
  detached: Counts,
  /** Rows that refer to the row. If there are any, the server refuses the deletion. */
  blocking: Counts,
  /** Number of days for which the deleted row can be restored. Null if it cannot be restored. */
  restorable_days: z.number().int().nullable(),
});
export type Dependents = z.output<typeof Dependents>;

/**
 * How the deletion of many rows affects other rows. A row that refers to several deleted rows is counted once; a deleted row is
 * not counted as affected.
 */
export const BulkDependents = Dependents.extend({
  /** Number of rows that would be deleted. */
  matched: z.number().int(),
});
export type BulkDependents = z.output<typeof BulkDependents>;

const defineDependents = <Spec extends Pick<CallSpec, 'pathId' | 'service'>>(spec: Spec) => ({
  summary: 'Counts of the rows that the deletion of this row affects',
  query: WorkspaceOnlyQuery,
  response: Dependents,
  ...spec,
});
const defineBulkDependents = <Filter extends z.ZodType>(filter: Filter) => ({
  permission: 'view' as const,
  summary: 'Counts of the rows that the deletion of many rows affects, by id or by filter',
  query: WorkspaceOnlyQuery,
  body: z
    .object({ ids: Ids.optional(), filter: filter.optional(), ...SkipMissing, ...WorkspaceBody })
    .refine(({ ids, filter: rowFilter }) => (ids === undefined) !== (rowFilter === undefined), 'needs one of: ids, filter'),
  response: BulkDependents,
});
const forService = <Service extends ServiceSlug>(service: Service) => defineDependents({ service });

export const dependentsCalls = defineCalls({
  'GET /recognition/v2/training-image/{id}/dependents': defineDependents({}),
  'GET /recognition/v2/label/{id}/dependents': forService('recognition'),
  'GET /recognition/v2/task/{id}/dependents': forService('recognition'),
  'GET /detection/v2/label/{id}/dependents': forService('custom-object-detection'),
  'GET /detection/v2/task/{id}/dependents': forService('custom-object-detection'),
  'GET /segmentation/v2/label/{id}/dependents': forService('custom-segmentation'),
  'GET /segmentation/v2/task/{id}/dependents': forService('custom-segmentation'),
  'GET /similarity/training/v2/type/{id}/dependents': forService('custom-similarity'),
  'GET /similarity/training/v2/task/{id}/dependents': forService('custom-similarity'),
  'GET /similarity/training/v2/group/{id}/dependents': forService('custom-similarity'),
  'GET /annotate/v2/imagejob/{id}/dependents': forService('annotate'),
  'GET /annotate/v2/similarityjob/{id}/dependents': forService('annotate'),
  'GET /product/v2/product/{id}/dependents': forService('products-management'),
  'GET /product/v2/set/{id}/dependents': forService('products-management'),
  'GET /product/v2/collection/{id}/dependents': defineDependents({ service: 'products-management', pathId: CollectionId }),
});
export type DependentsCall = keyof typeof dependentsCalls;

export const bulkDependentsCalls = defineCalls({
  'POST /recognition/v2/training-image/dependents': defineBulkDependents(ImageFilter),
  'POST /similarity/training/v2/group/dependents': { ...defineBulkDependents(GroupFilter), service: 'custom-similarity' },
  'POST /product/v2/product/dependents': { ...defineBulkDependents(ProductFilter), service: 'products-management' },
});
export type BulkDependentsCall = keyof typeof bulkDependentsCalls;
