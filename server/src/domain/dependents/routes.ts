import type { DependentKind, Dependents, DependentsCall } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ScopedTable } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';

/** Rows of `table` whose `column` refers to the row that would be deleted. */
type Reference = readonly [table: string, column: string];
type References = Partial<Record<DependentKind, Reference>>;

interface Deletion {
  call: DependentsCall;
  table: ScopedTable;
  entityName: string;
  /** Only rows of this type are found by the call. */
  jobType?: 'image' | 'similarity';
  deleted?: References;
  detached?: References;
  blocking?: References;
}

const jobReferences: References = { job_items: ['job_item', 'job_id'], remarks: ['job_remark', 'job_id'] };
const trainingReferences = (domain: 'recognition' | 'detection' | 'segmentation') =>
  ({
    deleted: { models: [`${domain}_model`, 'task_id'] },
    detached: { labels: [`${domain}_task_label`, 'task_id'] },
  }) satisfies Pick<Deletion, 'deleted' | 'detached'>;

/** What the deletion of each kind of row affects, as the foreign keys of the tables and the calls that delete rows define it. */
export const DELETIONS: readonly Deletion[] = [
  {
    call: 'GET /recognition/v2/training-image/{id}/dependents',
    table: 'training_image',
    entityName: 'Image',
    deleted: {
      objects: ['detection_object', 'image_id'],
      polygons: ['polygon', 'image_id'],
      points: ['point', 'image_id'],
      verifications: ['image_verification', 'image_id'],
      job_items: ['job_item', 'image_id'],
    },
    detached: { groups: ['group_image', 'image_id'], labels: ['image_label', 'image_id'] },
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
      ...trainingReferences('recognition').deleted,
      negative_labels: ['recognition_label', 'negative_for_task'],
    },
    detached: { ...trainingReferences('recognition').detached, jobs: ['job_recognition_task', 'task_id'] },
  },
  {
    call: 'GET /detection/v2/label/{id}/dependents',
    table: 'detection_label',
    entityName: 'Label',
    deleted: { objects: ['detection_object', 'detection_label_id'] },
    detached: { tasks: ['detection_task_label', 'label_id'] },
  },
  {
    call: 'GET /detection/v2/task/{id}/dependents',
    table: 'detection_task',
    entityName: 'Task',
    deleted: trainingReferences('detection').deleted,
    detached: { ...trainingReferences('detection').detached, images: ['detection_task_negative_image', 'task_id'] },
  },
  {
    call: 'GET /segmentation/v2/label/{id}/dependents',
    table: 'segmentation_label',
    entityName: 'Label',
    deleted: { polygons: ['polygon', 'segmentation_label_id'] },
    detached: { tasks: ['segmentation_task_label', 'label_id'] },
  },
  {
    call: 'GET /segmentation/v2/task/{id}/dependents',
    table: 'segmentation_task',
    entityName: 'Task',
    ...trainingReferences('segmentation'),
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
      images: ['group_image', 'group_id'],
      objects: ['group_object', 'group_id'],
      child_groups: ['group_group', 'parent_id'],
      parent_groups: ['group_group', 'child_id'],
    },
  },
  ...(['image', 'similarity'] as const).map((jobType): Deletion => ({
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

/** Binds the calls that count what a deletion affects, for the questions before a deletion. */
export function bindDependents(app: FastifyInstance): void {
  for (const { call, table, entityName, jobType, deleted = {}, detached = {}, blocking = {} } of DELETIONS)
    route(app, call, async ({ params, db, scope }): Promise<Dependents> => {
      const row = await scope.findRow(table, params.id, { entityName });
      if (jobType !== undefined && 'type' in row && row.type !== jobType) throw notFound(entityName);
      return {
        deleted: await countReferences(db, deleted, params.id),
        detached: await countReferences(db, detached, params.id),
        blocking: await countReferences(db, blocking, params.id),
      };
    });
}

async function countReferences(db: Db, references: References, id: string | number): Promise<Dependents['deleted']> {
  const counts: Dependents['deleted'] = {};
  for (const [kind, [table, column]] of Object.entries(references) as [DependentKind, Reference][]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(`public.${table}`)} where ${sql.ref(column)} = ${id}`.execute(db);
    if (rows[0] && rows[0].count > 0) counts[kind] = rows[0].count;
  }
  return counts;
}
