import type { ImportPlan, ImportResult } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ImportScope } from '../plan/match-entities';
import type { CreatedEntities } from '../state/created-entities';
import { deleteUnused } from '../undo/delete-unused';

/**
 * Deletes created labels that no annotation uses, for example because none of the images could be decoded. Also deletes created tasks that
 * become empty. Labels that the files declare without using them are retained. The column `made` stores what the import has created.
 */
export async function deleteUnusedLabels(trx: Db, scope: ImportScope): Promise<void> {
  const { importId } = scope;
  const row = await trx
    .selectFrom('data_import')
    .select(['plan', 'made', 'result'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { created: createdRows = [], labels = {} } = row.made as Partial<CreatedEntities>;
  const usedClasses = await sql<{ class: string }>`
    select distinct class from import_shape where import_id = ${importId} and made is not null`.execute(trx);
  const usedKeys = new Set(usedClasses.rows.map((usedClass) => usedClass.class));
  const unusedClasses = (row.plan as ImportPlan).classes.filter(({ key, count }) => count > 0 && !usedKeys.has(key));
  const unusedIds = new Set(unusedClasses.flatMap(({ key }) => labels[key] ?? []));
  const candidates = createdRows.filter(({ table, id }) => table.endsWith('_label') && unusedIds.has(id));
  if (candidates.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select mark_done_label_id as id from annotation_job where mark_done_label_id = any(${candidates.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  );
  const jobLabels = new Set(rows.map(({ id }) => id));
  const deletedIds = await deleteUnused(
    trx,
    scope,
    candidates.filter(({ id }) => !jobLabels.has(id)),
  );
  if (deletedIds.size === 0) return;
  await deleteUnused(
    trx,
    scope,
    createdRows.filter(({ table }) => table.endsWith('_task')),
  );
  const importResult = row.result as ImportResult;
  await trx
    .updateTable('data_import')
    .set({ result: JSON.stringify({ ...importResult, labels_created: importResult.labels_created - deletedIds.size }) })
    .where('id', '=', importId)
    .execute();
}
