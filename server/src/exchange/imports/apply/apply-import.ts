import { ImportChoices, type ImportNote, type ImportPlan, type ImportResult } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import { recordAuditEvent } from '../../../platform/access/audit';
import { CommitLostError } from '../../../platform/database/errors';
import type { Db } from '../../../platform/database/connection';
import { SHAPE_TABLES } from '../../../platform/database/tables/shapes';
import type { StoredImage } from '../../../platform/images/upload';
import type { ClaimedWork, WorkContext, WorkKind } from '../../../platform/queue/kind';
import { withLeanHeap } from '../../../platform/queue/lean-heap';
import { createFileOpener, type FileOpener } from '../../readers/reader/file-set';
import { readNextBatch } from '../items/next-batch';
import type { DraftClass } from '../parse/declared-classes';
import { createCrops } from './products/crops';
import { fromStoredLocation, getImportFolder } from '../state/import-folder';
import { RUN_IMPORT } from '../state/work-kinds';
import type { CreatedEntities } from '../state/created-entities';
import { createLabels } from './create-labels';
import { deleteUnusedLabels } from './delete-unused-labels';
import { deleteImportFolder } from '../upload/local-copies';
import { finishImport } from '../state/finish-import';
import { markStopped } from '../state/mark-stopped';
import { openObject } from '../discover/import-places';
import { applyBatch, createEmptyResult } from './apply-batch';
import { matchEntities } from '../plan/match-entities';
import { prepareLocalFiles } from '../parse/prepare-local-files';
import type { ImportDeps } from '../state/import-deps';
import type { ParseRequest } from '../parse/parse-files';
import { storeImages } from './store-images';
import { deleteParts } from '../upload/uploaded-parts';

const WorkInput = z.object({ import: z.string() });

/**
 * Number of images after which the import updates the statistics of the tables for the first time. The import updates them again
 * whenever the number has grown by `ANALYZE_GROWTH`, and at the end.
 */
const FIRST_ANALYZE_IMAGES = 1_000;
const ANALYZE_GROWTH = 4;

/**
 * Applies the confirmed plan of an import in steps of some hundred images. After an interruption it continues with the images that are not
 * done.
 */
export function createRunImportKind(deps: ImportDeps): WorkKind {
  return {
    name: RUN_IMPORT,
    concurrency: 2,
    createsManyRows: true,
    run: (context) => withLeanHeap(() => runImport(deps, context)),
    onUnsuccessful: markStopped,
    permission: 'manage',
  };
}

async function runImport(deps: ImportDeps, context: WorkContext): Promise<unknown> {
  const { config, files } = deps;
  const { db, work, step } = context;
  const { import: id } = WorkInput.parse(work.input);
  const importRow = await db.selectFrom('data_import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!importRow) return null;
  const openLocation = createFileOpener((bucket, key) => openObject(config, bucket, key));
  const openFile: FileOpener = (location) => openLocation(fromStoredLocation(getImportFolder(config, id), location));
  const choices = ImportChoices.parse(importRow.choices ?? {});
  const { total, done: doneBefore } = await countItems(db, id);
  if (await hasImagesToAdd(db, id))
    await prepareLocalFiles(deps, context, { id, source: importRow.source as ParseRequest['source'] });
  const labels = await prepareLabels(context, id);
  const hasProducts = (importRow.plan as ImportPlan | null)?.products !== undefined;
  const cropInput = { importId: id, workspaceId: work.workspaceId, files, maxPixels: config.maxPixels };
  // Position of the first image that may lack crops. It starts at 0, because an interrupted run may have added images without them.
  let firstPositionWithoutCrops = 0;
  let doneCount = doneBefore;
  let nextAnalyze = Math.max(FIRST_ANALYZE_IMAGES, doneBefore);
  const deleteFiles = async (stored: readonly StoredImage[]) => {
    for (const { img_key, thumb_key, display_key } of stored)
      for (const key of [img_key, thumb_key, display_key]) if (key) await files.delete(key).catch(() => undefined);
  };
  for (;;) {
    const batch = await readNextBatch(db, id);
    const lastPosition = (batch[0]?.n ?? Infinity) - 1;
    if (hasProducts)
      await createCrops(
        context,
        cropInput,
        { first: firstPositionWithoutCrops, last: lastPosition },
        (trx, { products, created }) => addResult(trx, id, { result: { products }, created }),
      );
    if (batch.length === 0) break;
    firstPositionWithoutCrops = lastPosition;
    const newItems = batch.filter(({ outcome, source }) => outcome === 'new' && source !== null);
    const rollbackActions: (() => Promise<void>)[] = [];
    try {
      const storedResults = await storeImages(
        newItems.flatMap(({ source }) => source ?? []),
        { files, config, open: openFile },
        (action) => void rollbackActions.push(action),
      );
      const storeResults = new Map(newItems.map(({ n: position }, index) => [position, storedResults[index]!]));
      const applyContext = {
        importId: id,
        workspaceId: work.workspaceId,
        userId: work.userId,
        labels,
        outside: choices.outside,
        appliesConfirmations: choices.adopt_confirmations,
      };
      doneCount += batch.length;
      const { unusedFiles } = await step({ done: doneCount, total }, async (trx) => {
        const batchResult = await applyBatch(trx, batch, storeResults, applyContext);
        await addResult(trx, id, batchResult);
        if (batchResult.hasVerified) await logVerification(trx, work, id);
        if (doneCount >= nextAnalyze) {
          nextAnalyze = doneCount * ANALYZE_GROWTH;
          await analyzeTables(trx);
        }
        return batchResult;
      });
      await deleteFiles(unusedFiles);
    } catch (error) {
      if (!(error instanceof CommitLostError)) for (const action of rollbackActions) await action().catch(() => undefined);
      throw error;
    }
  }
  await step({ done: doneCount, total }, async (trx) => {
    if (total >= FIRST_ANALYZE_IMAGES) await analyzeTables(trx);
    await deleteUnusedLabels(trx, { importId: id, workspaceId: work.workspaceId });
    await finishImport(trx, id, 'done');
  });
  // If the server stops here, a daily task deletes the folder and the parts.
  await deleteImportFolder(config, id);
  await deleteParts({ db, files }, id);
  return null;
}

/** Whether the run still needs the uploaded files. Only images are read from them, because the plan has stored the annotations in rows. */
async function hasImagesToAdd(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from import_item where import_id = ${id} and outcome = 'new' and not done and source is not null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Updates the statistics of PostgreSQL, which otherwise plans for nearly empty tables and scans them. Measured: an export right after an
 * import of 60,000 images takes 8 s with new statistics, and 36 s without.
 */
async function analyzeTables(trx: Db): Promise<void> {
  await sql`analyze training_image, image_label, ${sql.join(SHAPE_TABLES.map((table) => sql.table(table)))}`.execute(trx);
}

/**
 * Returns the labels of the classes. Creates missing labels only once, even if the import is restarted: the column `made` stores what the
 * import has created.
 */
async function prepareLabels({ db, work, step }: WorkContext, id: string): Promise<Record<string, string | null>> {
  const { done: doneCount, total } = await countItems(db, id);
  return step({ done: doneCount, total }, async (trx) => {
    const importRow = await trx.selectFrom('data_import').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    const startTime = importRow.began ?? new Date();
    const createdEarlier = importRow.made as Partial<CreatedEntities>;
    if (createdEarlier.labels) {
      await trx.updateTable('data_import').set({ began: startTime }).where('id', '=', id).execute();
      return createdEarlier.labels;
    }
    const plan = importRow.plan as ImportPlan | null;
    const options = importRow.options as { classes?: DraftClass[]; notes?: ImportNote[] };
    const choices = ImportChoices.parse(importRow.choices ?? {});
    const labelsInput = { workspaceId: work.workspaceId, planned: plan?.classes ?? [], drafts: options.classes ?? [], choices };
    const createdLabels = await createLabels(trx, labelsInput);
    // Groups and jobs may have been created or deleted since the plan.
    await matchEntities(trx, { importId: id, workspaceId: work.workspaceId });
    const { missing } = await countItems(trx, id);
    const result: ImportResult = {
      ...createEmptyResult(),
      pictures: { added: 0, here: 0, failed: missing },
      labels_created: createdLabels.created.filter(({ table }) => table.endsWith('_label')).length,
      notes: options.notes ?? [],
    };
    await trx
      .updateTable('data_import')
      .set({ made: JSON.stringify(createdLabels), result: JSON.stringify(result), began: startTime })
      .where('id', '=', id)
      .execute();
    return createdLabels.labels ?? {};
  });
}

/** Counts the images that are done, that can be applied, and that are missing or unreadable. */
async function countItems(db: Db, id: string): Promise<{ done: number; total: number; missing: number }> {
  const { rows } = await sql<{ done: number; total: number; missing: number }>`
    select count(*) filter (where done)::int as done,
      count(*) filter (where outcome not in ('missing', 'unreadable'))::int as total,
      count(*) filter (where outcome in ('missing', 'unreadable'))::int as missing
    from import_item where import_id = ${id}`.execute(db);
  return rows[0] ?? { done: 0, total: 0, missing: 0 };
}

/**
 * Adds one entry per import to the audit log of the workspace: the importer has verified images or groups. The import verifies them in the
 * importer's name if the files declare them as verified.
 */
async function logVerification(trx: Db, { workspaceId, userId }: ClaimedWork, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('data_import')
    .set({ made: sql`made || '{"is_verification_logged": true}'` })
    .where('id', '=', id)
    .where(sql<boolean>`not made ? 'is_verification_logged'`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || userId === null) return;
  const importer = await trx.selectFrom('app_user').select(['id', 'username']).where('id', '=', userId).executeTakeFirstOrThrow();
  await recordAuditEvent(trx, [workspaceId], { action: 'verify', actor: importer, subject: 'recognition/import', subjectId: id });
}

/** Adds the result of a step to the stored result, and what the step created to the stored entities. */
async function addResult(
  trx: Db,
  id: string,
  { result: stepResult, created: createdEntities }: { result: Partial<ImportResult>; created: CreatedEntities['created'] },
): Promise<void> {
  const importRow = await trx.selectFrom('data_import').select(['result', 'made']).where('id', '=', id).executeTakeFirstOrThrow();
  const previousResult = importRow.result as ImportResult;
  const notes = new Map(previousResult.notes.map(({ reason, count }) => [reason, count]));
  for (const { reason, count } of stepResult.notes ?? []) notes.set(reason, (notes.get(reason) ?? 0) + count);
  const entities = importRow.made as CreatedEntities;
  await trx
    .updateTable('data_import')
    .set({
      result: JSON.stringify({
        ...(addCounts(previousResult, { ...stepResult, notes: [] }) as ImportResult),
        notes: [...notes].map(([reason, count]) => ({ reason, count })),
      }),
      ...(createdEntities.length > 0 && {
        made: JSON.stringify({ ...entities, created: [...entities.created, ...createdEntities] }),
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Adds the numbers of two objects, including nested objects. Other values are copied from `total`. */
function addCounts(total: object, addend: object): object {
  const sum: Record<string, unknown> = { ...total };
  for (const [key, value] of Object.entries(addend) as [string, unknown][]) {
    if (typeof value === 'number') sum[key] = Number(sum[key] ?? 0) + value;
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) sum[key] = addCounts(sum[key] ?? {}, value);
  }
  return sum;
}
