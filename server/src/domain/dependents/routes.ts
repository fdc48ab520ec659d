import type { BulkDependents, DependentKind, DependentsCall } from '@console/shared-contract/api';
import { RESTORABLE_KINDS } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { listDomainKinds, SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import type { AnyShapeKind } from '../../data-access/shapes/define-kind';
import type { ScopedTable } from '../../platform/access/scope';
import type { Config } from '../../platform/config';
import { getTrashDays } from '../../platform/config/trash-days';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { hidesGoldItems } from '../quality/gold/hides-gold';

/**
 * A column that refers to the deleted row. Counts the rows of `table`, or the distinct values of the column `counted` if `table` is a join
 * table.
 */
type CountedReference = readonly [table: string, column: string, counted?: string];
type DependentKeys = Partial<Record<DependentKind, CountedReference>>;
type DeletionEffect = 'deleted' | 'detached' | 'blocking';

interface DeletableKind extends Partial<Record<DeletionEffect, DependentKeys>> {
  call: DependentsCall;
  table: ScopedTable;
  entityName: string;
  /** The call only finds jobs of this type. */
  jobType?: 'image' | 'similarity';
}

const jobReferences: DependentKeys = {
  job_items: ['job_item', 'job_id'],
  remarks: ['job_remark', 'job_id'],
  layers: ['item_layer', 'job_id'],
};
const createTrainingReferences = (domain: 'recognition' | 'detection' | 'segmentation') =>
  ({
    deleted: { models: [`${domain}_model`, 'task_id'] },
    detached: { labels: [`${domain}_task_label`, 'task_id'] },
  }) satisfies Pick<DeletableKind, 'deleted' | 'detached'>;

const listShapeReferences = (kinds: readonly AnyShapeKind[], column: string): DependentKeys =>
  Object.fromEntries(kinds.map(({ plural, table }) => [plural, [table, column]]));

/** The deletable kinds of rows. Their references agree with the foreign keys of the tables and with the calls that delete rows. */
export const DELETIONS: readonly DeletableKind[] = [
  {
    call: 'GET /recognition/v2/training-image/{id}/dependents',
    table: 'training_image',
    entityName: 'Image',
    deleted: {
      ...listShapeReferences(SHAPE_KINDS, 'image_id'),
      verifications: ['image_verification', 'image_id'],
      job_items: ['job_item', 'image_id'],
    },
    detached: { groups: ['group_image', 'image_id', 'group_id'], labels: ['image_label', 'image_id', 'label_id'] },
  },
  {
    call: 'GET /recognition/v2/label/{id}/dependents',
    table: 'recognition_label',
    entityName: 'Label',
    detached: {
      images: ['image_label', 'label_id'],
      objects: ['object_label', 'label_id'],
      tasks: ['recognition_task_label', 'label_id'],
      jobs: ['annotation_job', 'mark_done_label_id'],
    },
  },
  {
    call: 'GET /recognition/v2/task/{id}/dependents',
    table: 'recognition_task',
    entityName: 'Task',
    deleted: {
      ...createTrainingReferences('recognition').deleted,
      negative_labels: ['recognition_label', 'negative_for_task'],
    },
    detached: { ...createTrainingReferences('recognition').detached, jobs: ['job_recognition_task', 'task_id'] },
  },
  {
    call: 'GET /detection/v2/label/{id}/dependents',
    table: 'detection_label',
    entityName: 'Label',
    deleted: listShapeReferences(listDomainKinds('detection'), 'detection_label_id'),
    detached: { tasks: ['detection_task_label', 'label_id'] },
  },
  {
    call: 'GET /detection/v2/task/{id}/dependents',
    table: 'detection_task',
    entityName: 'Task',
    deleted: createTrainingReferences('detection').deleted,
    detached: { ...createTrainingReferences('detection').detached, images: ['detection_task_negative_image', 'task_id'] },
  },
  {
    call: 'GET /segmentation/v2/label/{id}/dependents',
    table: 'segmentation_label',
    entityName: 'Label',
    deleted: listShapeReferences(listDomainKinds('segmentation'), 'segmentation_label_id'),
    detached: { tasks: ['segmentation_task_label', 'label_id'] },
  },
  {
    call: 'GET /segmentation/v2/task/{id}/dependents',
    table: 'segmentation_task',
    entityName: 'Task',
    ...createTrainingReferences('segmentation'),
  },
  {
    call: 'GET /similarity/training/v2/type/{id}/dependents',
    table: 'similarity_type',
    entityName: 'Type',
    detached: { groups: ['similarity_group', 'type_id'], tasks: ['similarity_task_type', 'type_id'] },
  },
  {
    call: 'GET /similarity/training/v2/task/{id}/dependents',
    table: 'similarity_task',
    entityName: 'Task',
    detached: { types: ['similarity_task_type', 'task_id'] },
  },
  {
    call: 'GET /similarity/training/v2/group/{id}/dependents',
    table: 'similarity_group',
    entityName: 'Group',
    deleted: { verifications: ['similarity_verification', 'group_id'], job_items: ['job_item', 'group_id'] },
    detached: {
      images: ['group_image', 'group_id', 'image_id'],
      objects: ['group_object', 'group_id', 'object_id'],
      child_groups: ['group_group', 'parent_id', 'child_id'],
      parent_groups: ['group_group', 'child_id', 'parent_id'],
    },
  },
  ...(['image', 'similarity'] as const).map((jobType): DeletableKind => ({
    call: `GET /annotate/v2/${jobType}job/{id}/dependents`,
    table: 'annotation_job',
    entityName: 'Job',
    jobType,
    deleted: jobReferences,
  })),
  {
    call: 'GET /product/v2/product/{id}/dependents',
    table: 'product',
    entityName: 'Product',
    deleted: { product_images: ['product_image', 'product_id'], prices: ['price', 'product_id'] },
  },
  {
    call: 'GET /product/v2/set/{id}/dependents',
    table: 'product_set',
    entityName: 'Set',
    detached: { products: ['product', 'product_set_id'], child_sets: ['product_set', 'parent_id'] },
  },
  {
    call: 'GET /product/v2/collection/{id}/dependents',
    table: 'product_collection',
    entityName: 'Collection',
    blocking: { products: ['product', 'collection_id'], sets: ['product_set', 'collection_id'] },
  },
];

/** Registers the routes that count what the deletion of one row affects. Dialogs show the counts before the deletion. */
export function bindDependents(app: FastifyInstance): void {
  for (const deletion of DELETIONS) {
    const { call, table, entityName, jobType } = deletion;
    route(app, call, async ({ params, db, scope }) => {
      const row = await scope.findRow(table, params.id, { entityName });
      if (jobType !== undefined && 'type' in row && row.type !== jobType) throw notFound(entityName);
      const selectedIds = sql`select id from ${sql.table(table)} where id = ${params.id}`;
      const { matched: _, ...dependents } = await countDependents(db, deletion, selectedIds, app.deps.config);
      return dependents;
    });
  }
}

/** Counts what the deletion of rows affects. `selected` is a query for their ids. */
export async function countDependents(
  db: Db,
  { table, deleted, detached, blocking }: DeletableKind,
  selectedIds: RawBuilder<unknown>,
  config: Pick<Config, 'historyDays'>,
): Promise<BulkDependents> {
  const isHidden = await hidesGoldItems(db);
  const counts = Object.entries({ deleted, detached, blocking }).flatMap(([effect, references = {}]) =>
    Object.entries(references).map(
      ([kind, reference]) =>
        sql`select ${sql.lit(effect)} as effect, ${sql.lit(kind)} as kind, (${selectCount(reference, isHidden)}) as count`,
    ),
  );
  const { rows } = await sql<{ matched: number; effect: DeletionEffect; kind: DependentKind; count: number }>`
    with selected as materialized (${selectedIds})
    select (select count(*)::int from selected) as matched, c.* from (${sql.join(counts, sql` union all `)}) c`.execute(db);
  const isRestorable = (RESTORABLE_KINDS as readonly string[]).includes(table);
  const result: BulkDependents = {
    matched: rows[0]?.matched ?? 0,
    deleted: {},
    detached: {},
    blocking: {},
    restorable_days: isRestorable ? getTrashDays(config) : null,
  };
  for (const { effect, kind, count } of rows) if (count > 0) result[effect][kind] = count;
  return result;
}

/**
 * @param isHidden whether to leave out rows that the caller cannot see. Their counts could reveal gold-standard items, which
 * measure annotators.
 */
function selectCount([table, column, countedColumn]: CountedReference, isHidden: boolean): RawBuilder<unknown> {
  const referringRows = sql`from ${sql.table(isHidden ? table : `public.${table}`)} where ${sql.ref(column)} in (select id from selected)`;
  if (countedColumn === undefined) return sql`select count(*)::int ${referringRows}`;
  return sql`select count(distinct ${sql.ref(countedColumn)})::int ${referringRows} and ${sql.ref(countedColumn)} not in (select id from selected)`;
}
