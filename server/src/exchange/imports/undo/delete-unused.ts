import { ImportChoices } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { deleteReferenceFacets } from '../../../data-access/facets';
import { listDomainKinds } from '../../../data-access/shape-kinds/registry';
import type { LabelReference } from '../../../data-access/shapes/kind';
import type { Db } from '../../../platform/database/connection';
import type { ImportScope } from '../plan/match-entities';
import type { CreatedEntities } from '../state/created-entities';

const listShapeColumns = (domain: LabelReference['domain']) =>
  listDomainKinds(domain).map(({ table, label }) => `${table}.${label.column}`);

/** Columns that refer to created rows. A row that is still referenced is not deleted. */
const REFERENCES = {
  recognition_label: ['image_label.label_id', 'object_label.label_id'],
  detection_label: listShapeColumns('detection'),
  segmentation_label: listShapeColumns('segmentation'),
  recognition_task: ['recognition_task_label.task_id', 'recognition_model.task_id', 'job_recognition_task.task_id'],
  detection_task: ['detection_task_label.task_id', 'detection_model.task_id', 'detection_task_negative_image.task_id'],
  segmentation_task: ['segmentation_task_label.task_id', 'segmentation_model.task_id'],
  // Only imports of earlier releases refer to groups here. Later releases store groups in the table `import_named`.
  similarity_group: ['group_image.group_id', 'group_object.group_id', 'group_group.parent_id', 'group_group.child_id'],
  similarity_type: ['similarity_group.type_id', 'similarity_task_type.type_id'],
  annotation_job: ['job_item.job_id'],
  product_set: ['product.product_set_id', 'product_set.parent_id'],
  product_collection: ['product.collection_id', 'product_set.collection_id'],
} as const;

/**
 * Deletes the negative label "none of these" of a tagging task, because it must be deleted before the task. Does nothing if the label is
 * used, or if the task has other labels or models.
 */
async function deleteNegativeLabel(trx: Db, workspaceId: string, taskId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from recognition_label l where l.negative_for_task = ${taskId}
      and not exists (select from image_label u where u.label_id = l.id)
      and not exists (select from object_label u where u.label_id = l.id)
      and not exists (select from recognition_task_label u where u.task_id = ${taskId} and u.label_id <> l.id)
      and not exists (select from recognition_model u where u.task_id = ${taskId})
    returning l.id`.execute(trx);
  for (const { id } of rows) await deleteReferenceFacets(trx, workspaceId, id);
}

/** Lists the tasks to which the import added its labels. A label that users added to another task is in use, so it is not deleted. */
async function listImportTasks(trx: Db, importId: string): Promise<string[]> {
  const importRow = await trx
    .selectFrom('data_import')
    .select(['made', 'choices'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const { created = [] } = importRow.made as Partial<CreatedEntities>;
  const { tasks } = ImportChoices.parse(importRow.choices ?? {});
  return [
    ...created.flatMap(({ table, id }) => (table.endsWith('_task') ? id : [])),
    ...Object.values(tasks).flatMap((task) => (task && 'id' in task ? task.id : [])),
  ];
}

/** Rows are deleted before the rows to which they refer: jobs refer to tasks and labels, groups to types, sets to collections. */
const getDeletionOrder = ({ table }: { table: string }) =>
  table === 'annotation_job' ? 0 : table === 'product_collection' || table === 'similarity_type' ? 2 : 1;

/**
 * Deletes created rows that are unused, and returns their ids. Labels are deleted before their task, and inner sets before their parents.
 */
export async function deleteUnused(
  trx: Db,
  { importId, workspaceId }: ImportScope,
  createdRows: CreatedEntities['created'],
): Promise<ReadonlySet<string>> {
  const importTasks = await listImportTasks(trx, importId);
  const deletedIds = new Set<string>();
  const isProductSet = ({ table }: { table: string }) => table === 'product_set';
  const orderedRows = [...createdRows.filter((row) => !isProductSet(row)), ...createdRows.filter(isProductSet).reverse()];
  for (const { table, id } of orderedRows.sort((a, b) => getDeletionOrder(a) - getDeletionOrder(b))) {
    if (table === 'recognition_task') await deleteNegativeLabel(trx, workspaceId, id);
    const isUnreferenced = REFERENCES[table].map((reference) => {
      const [referencingTable = '', column = ''] = reference.split('.');
      return sql`not exists (select from ${sql.table(referencingTable)} u where u.${sql.ref(column)} = t.id)`;
    });
    if (table.endsWith('_label'))
      isUnreferenced.push(
        sql`not exists (select from ${sql.table(`${table.slice(0, -'_label'.length)}_task_label`)} u
          where u.label_id = t.id and u.task_id <> all(${importTasks}::uuid[]))`,
        // Condition: no other running import adds shapes with this label.
        sql`not exists (select from data_import i, jsonb_each_text(i.made -> 'labels') l
          where i.workspace_id = ${workspaceId} and i.state = 'running' and i.id <> ${importId} and l.value = t.id::text)`,
      );
    // Lock the row first. The next statement then sees references that other transactions committed during the wait for the lock.
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      delete from ${sql.table(table)} t where t.id = ${id} and ${sql.join(isUnreferenced, sql` and `)} returning t.id`.execute(
      trx,
    );
    if (rows.length === 0) continue;
    deletedIds.add(id);
    await deleteReferenceFacets(trx, workspaceId, id);
  }
  return deletedIds;
}
