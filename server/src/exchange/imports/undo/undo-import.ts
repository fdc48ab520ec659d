import { sql } from 'kysely';
import { z } from 'zod';
import { createWriteScope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { syncFacets } from '../../../data-access/facets';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import { SHAPE_TABLES, type ImportedKind } from '../../../platform/database/tables/shapes';
import { deleteImage } from '../../../domain/recognition/images/write';
import type { WorkContext, WorkKind } from '../../../platform/queue/kind';
import { deleteCrops } from './delete-crops';
import { deleteCreatedGroups } from './delete-created-groups';
import { deleteUnused } from './delete-unused';
import { UNDO_IMPORT } from '../state/work-kinds';
import type { CreatedEntities } from '../state/created-entities';
import { markStopped } from '../state/mark-stopped';
import { messages } from '../state/messages';
import type { ImportDeps } from '../state/import-deps';
import { findEditedImages } from './edited-images';

const WorkInput = z.object({ import: z.string() });
const IMAGES_PER_STEP = 50;

/**
 * Deletes what an import has created. Fails before the first image that was edited afterwards, and can then be repeated for the
 * remaining images.
 */
export function createUndoImportKind(deps: ImportDeps): WorkKind {
  return {
    name: UNDO_IMPORT,
    concurrency: 1,
    run: (context) => undoImport(deps, context),
    onUnsuccessful: markStopped,
    permission: 'manage',
  };
}

interface ImportedItem {
  n: number;
  image_id: string;
  outcome: string;
}

async function undoImport({ files }: ImportDeps, { db, work, step }: WorkContext): Promise<unknown> {
  const { import: importId } = WorkInput.parse(work.input);
  const importRow = await db.selectFrom('data_import').selectAll().where('id', '=', importId).executeTakeFirst();
  if (!importRow) return null;
  const { rows } = await sql<{ total: number; remaining: number }>`
    select count(*)::int as total, count(*) filter (where done)::int as remaining from import_item
    where import_id = ${importId} and image_id is not null and outcome in ('added', 'here')`.execute(db);
  const { total = 0, remaining = 0 } = rows[0] ?? {};
  // Images may have been edited between the request and the start of this work.
  if (remaining === total) {
    const { count } = await findEditedImages(db, { id: importId });
    if (count > 0) throw new Error(messages.editedImages(count));
  }
  let doneCount = total - remaining;
  await step({ done: doneCount, total }, (trx) =>
    trx.updateTable('data_import').set({ began: new Date() }).where('id', '=', importId).execute(),
  );
  for (;;) {
    const batch = await sql<ImportedItem>`
      select n, image_id, outcome from import_item
      where import_id = ${importId} and done and image_id is not null and outcome in ('added', 'here') order by n desc limit ${IMAGES_PER_STEP}`.execute(
      db,
    );
    if (batch.rows.length === 0) break;
    doneCount += batch.rows.length;
    const orphanedFiles = await step({ done: doneCount, total }, (trx) =>
      revertItems(trx, work.workspaceId, importId, batch.rows),
    );
    for (const key of orphanedFiles) await files.delete(key).catch(() => undefined);
  }
  await step({ done: doneCount, total }, async (trx) => {
    await deleteCreatedGroups(trx, importId);
    await deleteUnused(
      trx,
      { importId, workspaceId: work.workspaceId },
      (importRow.made as Partial<CreatedEntities>).created ?? [],
    );
    await trx.updateTable('data_import').set({ state: 'undone' }).where('id', '=', importId).execute();
  });
  return null;
}

/** Locks images, their shapes and their job items, which other users may be editing. Waits for transactions that edit them. */
async function lockImagesWithContents(trx: Db, images: readonly string[]): Promise<void> {
  await sql`select from training_image where id = any(${images}::uuid[]) order by id for update`.execute(trx);
  for (const table of ['job_item', ...SHAPE_TABLES])
    await sql`select from ${sql.table(table)} where image_id = any(${images}::uuid[]) order by id for update`.execute(trx);
}

/** Reverts the import of these images. Returns the keys of files that no row uses and no restore of deleted rows needs. */
async function revertItems(trx: Db, workspaceId: string, importId: string, items: readonly ImportedItem[]): Promise<string[]> {
  const itemNumbers = items.map(({ n: position }) => position);
  await lockImagesWithContents(
    trx,
    items.map(({ image_id }) => image_id),
  );
  // A user may have edited the images since the last check. From now on, other users wait for this transaction.
  const { count } = await findEditedImages(trx, { id: importId }, itemNumbers);
  if (count > 0) throw new Error(messages.editedImages(count));
  const existingItems = items.filter(({ outcome }) => outcome === 'here');
  await deleteImageFacts(trx, workspaceId, importId, existingItems);
  await deleteCrops(trx, importId, itemNumbers);
  const orphanedFiles = await deleteShapes(trx, workspaceId, importId, existingItems);
  const addedImages = items.filter(({ outcome }) => outcome === 'added').map(({ image_id }) => image_id);
  const images =
    addedImages.length > 0
      ? await trx.selectFrom('training_image').selectAll().where('id', 'in', addedImages).orderBy('id').execute()
      : [];
  for (const image of images) orphanedFiles.push(...(await deleteImage(trx, image)));
  await sql`update import_item set done = false where import_id = ${importId} and n = any(${itemNumbers}::int[])`.execute(trx);
  return orphanedFiles;
}

/**
 * Deletes the declared provenance of images that existed before the import. The provenance of deleted rows remains as long as the rows can
 * be restored.
 */
async function deleteImageFacts(trx: Db, workspaceId: string, importId: string, items: readonly ImportedItem[]): Promise<void> {
  await sql`
    delete from declared_provenance
    where workspace_id = ${workspaceId} and subject_id = any(${items.map(({ image_id }) => image_id)}::uuid[])
      and import_id = ${importId} and relation = 'training_image'`.execute(trx);
}

/** Deletes the shapes and image labels that the import created for images. `made` is the id of the created shape or of the added label. */
async function deleteShapes(trx: Db, workspaceId: string, importId: string, items: readonly ImportedItem[]): Promise<string[]> {
  if (items.length === 0) return [];
  const itemImages = new Map(items.map(({ n: position, image_id: imageId }) => [position, imageId]));
  const { rows } = await sql<{ item: number; kind: ImportedKind | 'label'; made: string }>`
    select item, kind, made from import_shape
    where import_id = ${importId} and item = any(${[...itemImages.keys()]}::int[]) and made is not null`.execute(trx);
  const addedLabels = rows
    .filter(({ kind }) => kind === 'label')
    .map(({ item, made }) => ({ image: itemImages.get(item), label: made }));
  await sql`
    delete from image_label l using jsonb_to_recordset(${JSON.stringify(addedLabels)}::jsonb) as t(image uuid, label uuid)
    where l.image_id = t.image and l.label_id = t.label`.execute(trx);
  const scope = createWriteScope(workspaceId);
  const orphanedFiles: string[] = [];
  // Objects are last: deleting them locks their entries of the search index (facets) until the transaction ends.
  for (const { imported, deleteShapes: deleteRows } of SHAPE_KINDS.toReversed()) {
    const createdIds = rows.filter(({ kind }) => kind === imported.kind).map((row) => row.made);
    orphanedFiles.push(...(await deleteRows(trx, scope, createdIds)).orphanedFiles);
  }
  const ids = [...new Set(addedLabels.flatMap(({ image }) => image ?? []))];
  const refs = [...new Set(addedLabels.map(({ label }) => label))];
  await syncFacets(trx, workspaceId, [{ target: 'image', ids, kinds: ['image.label'], refs }]);
  return orphanedFiles;
}
