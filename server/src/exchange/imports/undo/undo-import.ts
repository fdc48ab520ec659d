import { sql } from 'kysely';
import { z } from 'zod';
import { createWriteScope } from '../../../platform/access/scope';
import { pointKind } from '../../../domain/annotation/points/kind';
import type { Db } from '../../../platform/database/connection';
import { objectKind } from '../../../domain/detection/objects/kind';
import { deleteFacetsOfReference, lockImages, syncFacets } from '../../../data-access/facets';
import { deleteImage } from '../../../domain/recognition/images/write';
import { polygonKind } from '../../../domain/segmentation/polygon-kind';
import { writeShapes } from '../../../data-access/shapes/write';
import type { WorkContext, WorkKind } from '../../../platform/queue/kind';
import { deleteCutOuts } from './delete-cut-outs';
import { deleteCreatedGroups } from './delete-created-groups';
import { UNDO_IMPORT } from '../state/work-kinds';
import type { CreatedEntities } from '../state/created-entities';
import { markStopped } from '../state/mark-stopped';
import { messages } from '../state/messages';
import type { ImportDeps } from '../state/import-deps';
import { findEditedImages } from './edited-images';

const WorkInput = z.object({ import: z.string() });
const IMAGES_PER_STEP = 50;

/** Deletes what an import has created. Fails if its images were edited afterwards. */
export function createUndoImportKind(deps: ImportDeps): WorkKind {
  return { name: UNDO_IMPORT, concurrency: 1, run: (context) => undoImport(deps, context), onNotDone: markStopped };
}

interface Item {
  n: number;
  image_id: string;
  outcome: string;
}

async function undoImport({ files }: ImportDeps, { db, work, step }: WorkContext): Promise<unknown> {
  const { import: id } = WorkInput.parse(work.input);
  const row = await db.selectFrom('data_import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { rows } = await sql<{ total: number; remaining: number }>`
    select count(*)::int as total, count(*) filter (where done)::int as remaining from import_item
    where import_id = ${id} and image_id is not null and outcome in ('added', 'here')`.execute(db);
  const { total = 0, remaining = 0 } = rows[0] ?? {};
  // Images may have been edited between the request and the start of this work.
  if (remaining === total) {
    const { count } = await findEditedImages(db, { id });
    if (count > 0) throw new Error(messages.editedImages(count));
  }
  let done = total - remaining;
  await step({ done, total }, (trx) => trx.updateTable('data_import').set({ began: new Date() }).where('id', '=', id).execute());
  for (;;) {
    const batch = await sql<Item>`
      select n, image_id, outcome from import_item
      where import_id = ${id} and done and image_id is not null and outcome in ('added', 'here') order by n desc limit ${IMAGES_PER_STEP}`.execute(
      db,
    );
    if (batch.rows.length === 0) break;
    done += batch.rows.length;
    const leftover = await step({ done, total }, (trx) => revertItems(trx, work.workspaceId, id, batch.rows));
    for (const key of leftover) await files.delete(key).catch(() => undefined);
  }
  await step({ done, total }, async (trx) => {
    await deleteCreatedGroups(trx, id);
    await deleteUnused(trx, work.workspaceId, row.made as Partial<CreatedEntities>);
    await trx.updateTable('data_import').set({ state: 'undone' }).where('id', '=', id).execute();
  });
  return null;
}

/** Reverts these images and returns the keys of files that are no longer used. */
async function revertItems(trx: Db, workspaceId: string, id: string, items: readonly Item[]): Promise<string[]> {
  await lockImages(
    trx,
    items.map(({ image_id }) => image_id),
  );
  const numbers = items.map(({ n }) => n);
  const existing = items.filter(({ outcome }) => outcome === 'here');
  const leftover = await deleteCutOuts(trx, id, numbers);
  leftover.push(...(await deleteShapes(trx, workspaceId, id, existing)));
  const added = items.filter(({ outcome }) => outcome === 'added').map(({ image_id }) => image_id);
  const images =
    added.length > 0 ? await trx.selectFrom('training_image').selectAll().where('id', 'in', added).orderBy('id').execute() : [];
  for (const image of images) leftover.push(...(await deleteImage(trx, image)));
  await sql`update import_item set done = false where import_id = ${id} and n = any(${numbers}::int[])`.execute(trx);
  return leftover;
}

async function deleteShapes(trx: Db, workspaceId: string, id: string, items: readonly Item[]): Promise<string[]> {
  if (items.length === 0) return [];
  const images = new Map(items.map(({ n, image_id }) => [n, image_id]));
  const { rows } = await sql<{ item: number; kind: 'box' | 'polygon' | 'point' | 'label'; made: string }>`
    select item, kind, made from import_shape
    where import_id = ${id} and item = any(${[...images.keys()]}::int[]) and made is not null`.execute(trx);
  const labels = rows.filter(({ kind }) => kind === 'label').map(({ item, made }) => ({ image: images.get(item), label: made }));
  await sql`
    delete from image_label l using jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as t(image uuid, label uuid)
    where l.image_id = t.image and l.label_id = t.label`.execute(trx);
  const scope = createWriteScope(workspaceId);
  const leftover: string[] = [];
  const createDeletions = (shapeKind: string) =>
    rows.filter(({ kind }) => kind === shapeKind).map(({ made }) => ({ op: 'delete' as const, id: made }));
  leftover.push(...(await writeShapes(trx, scope, polygonKind, createDeletions('polygon'))).orphanedFiles);
  leftover.push(...(await writeShapes(trx, scope, pointKind, createDeletions('point'))).orphanedFiles);
  leftover.push(...(await writeShapes(trx, scope, objectKind, createDeletions('box'))).orphanedFiles);
  const ids = [...new Set(labels.flatMap(({ image }) => image ?? []))];
  const refs = [...new Set(labels.map(({ label }) => label))];
  await syncFacets(trx, workspaceId, [{ target: 'image', ids, kinds: ['image.label'], refs }]);
  return leftover;
}

/** Columns that refer to created rows. A row that is still referenced is not deleted. */
const REFERENCES = {
  recognition_label: ['image_label.label_id', 'object_label.label_id'],
  detection_label: ['detection_object.detection_label_id'],
  segmentation_label: ['polygon.segmentation_label_id'],
  recognition_task: ['recognition_task_label.task_id', 'recognition_model.task_id', 'job_recognition_task.task_id'],
  detection_task: ['detection_task_label.task_id', 'detection_model.task_id'],
  segmentation_task: ['segmentation_task_label.task_id', 'segmentation_model.task_id'],
  // Only imports of earlier versions. Newer ones record groups in their rows.
  similarity_group: ['group_image.group_id', 'group_object.group_id', 'group_group.parent_id', 'group_group.child_id'],
  similarity_type: ['similarity_group.type_id', 'similarity_task_type.type_id'],
  annotation_job: ['job_item.job_id'],
  product_set: ['product.product_set_id', 'product_set.parent_id'],
  product_collection: ['product.collection_id', 'product_set.collection_id'],
} as const;

/** Deletes the negative label of a tagging task before the task, if the label is unused and the task has no other labels or models. */
async function deleteNegativeLabel(trx: Db, workspaceId: string, taskId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from recognition_label l where l.negative_for_task = ${taskId}
      and not exists (select from image_label u where u.label_id = l.id)
      and not exists (select from object_label u where u.label_id = l.id)
      and not exists (select from recognition_task_label u where u.task_id = ${taskId} and u.label_id <> l.id)
      and not exists (select from recognition_model u where u.task_id = ${taskId})
    returning l.id`.execute(trx);
  for (const { id } of rows) await deleteFacetsOfReference(trx, workspaceId, id);
}

/** Rows are deleted before the rows to which they refer: jobs refer to tasks and labels, groups to types, sets to collections. */
const getDeletionOrder = ({ table }: { table: string }) =>
  table === 'annotation_job' ? 0 : table === 'product_collection' || table === 'similarity_type' ? 2 : 1;

/** Deletes created rows that are unused. Labels are deleted before their task, and inner sets before their parents. */
async function deleteUnused(trx: Db, workspaceId: string, { created = [] }: Partial<CreatedEntities>): Promise<void> {
  const isSet = ({ table }: { table: string }) => table === 'product_set';
  const ordered = [...created.filter((row) => !isSet(row)), ...created.filter(isSet).reverse()];
  for (const { table, id } of ordered.sort((a, b) => getDeletionOrder(a) - getDeletionOrder(b))) {
    if (table === 'recognition_task') await deleteNegativeLabel(trx, workspaceId, id);
    const isUnreferenced = REFERENCES[table].map((use) => {
      const [from = '', column = ''] = use.split('.');
      return sql`not exists (select from ${sql.table(from)} u where u.${sql.ref(column)} = t.id)`;
    });
    // The statement after the lock sees references that were committed while waiting for it.
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      delete from ${sql.table(table)} t where t.id = ${id} and ${sql.join(isUnreferenced, sql` and `)} returning t.id`.execute(
      trx,
    );
    if (rows.length > 0) await deleteFacetsOfReference(trx, workspaceId, id);
  }
}
