import { ImportFormat, ImportOutlines, type ImportPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';
import type { ImportedPlural } from '../../../platform/database/tables/shapes';
import type { ImportDeps } from '../state/import-deps';
import type { WorkContext, WorkKind } from '../../../platform/queue/kind';
import { READ_IMPORT } from '../state/work-kinds';
import { copyUploadedFiles } from '../upload/local-copies';
import { markStopped } from '../state/mark-stopped';
import { messages } from '../state/messages';
import { matchClasses } from './match-classes';
import { matchImages } from './match-images';
import { toReaderConfig } from '../parse/prepare-local-files';
import { countExisting, type ExistingCounts } from './count-existing';
import { countPlanned } from './count-planned';
import { countEntities, insertEntities } from './match-entities';
import { countProducts } from './match-products';
import { parseInProcess, computeTimeLimit } from '../parse/reader-process';
import type { ParseRequest } from '../parse/parse-files';

const WorkInput = z.object({ import: z.string() });
const Options = z.object({ format: ImportFormat.optional(), outlines: ImportOutlines.default('polygons') });

/**
 * Parses the files of an import and creates its plan, the preview that the user confirms. Does not change the workspace. After an
 * interruption it starts again. Two imports are parsed concurrently, so that a long one does not block all others.
 */
export function createReadImportKind(deps: ImportDeps): WorkKind {
  return {
    name: READ_IMPORT,
    concurrency: 2,
    run: (context) => readImport(deps, context),
    onUnsuccessful: markStopped,
    permission: 'manage',
  };
}

async function readImport({ config, files }: ImportDeps, context: WorkContext): Promise<unknown> {
  const { db, work, step, signal } = context;
  const { import: id } = WorkInput.parse(work.input);
  const importRow = await db.selectFrom('data_import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!importRow) return null;
  const deletePlannedRows = () =>
    step({ done: 0, total: null }, async (trx) => {
      await trx.deleteFrom('import_shape').where('import_id', '=', id).execute();
      await trx.deleteFrom('import_item').where('import_id', '=', id).execute();
      await trx.deleteFrom('import_named').where('import_id', '=', id).execute();
      await trx.updateTable('data_import').set({ began: new Date() }).where('id', '=', id).execute();
    });
  const options = Options.parse(importRow.options);
  const source = importRow.source as ParseRequest['source'];
  const uploadedFiles = source ? [] : await copyUploadedFiles({ db, config, files }, id, signal);
  const {
    format,
    found: parsedCounts,
    notes,
    classes,
  } = await parseInProcess(
    { id, source, sentFiles: uploadedFiles, options, config: toReaderConfig(config, source) },
    {
      reset: deletePlannedRows,
      shapes: (rows) => step(null, (trx) => insertShapes(trx, id, rows)),
      entities: (rows) => step(null, (trx) => insertEntities(trx, { importId: id, workspaceId: importRow.workspace_id }, rows)),
      items: (rows, done, total) => step({ done, total }, (trx) => insertItems(trx, id, rows)),
    },
    { signal, limitMs: computeTimeLimit({ source, sentFiles: uploadedFiles }) },
  );

  await step(null, async (trx) => {
    // Without new statistics, PostgreSQL would plan the next queries for nearly empty tables.
    await sql`analyze import_item, import_shape, import_named`.execute(trx);
    await matchImages(trx, importRow.workspace_id, id);
  });
  const counts = await countPlanned(db, id);
  const isEmpty = counts.pictures.new + counts.pictures.here === 0;
  // Classes for which the run will create labels: classes of added images, and classes without images if any image is added.
  const appliedClasses = classes
    .filter(({ key, count }) => counts.classes.has(key) || (count === 0 && !isEmpty))
    .map((draft) => ({ ...draft, count: counts.classes.get(draft.key) ?? 0 }));
  const { matched: matchedClasses, notes: classNotes } = await matchClasses(db, importRow.workspace_id, appliedClasses);
  const existingCounts = await countExisting(db, id, new Map(matchedClasses.map(({ planned: { key, label } }) => [key, label])));

  return step(null, async (trx) => {
    const products = await countProducts(trx, { importId: id, workspaceId: importRow.workspace_id });
    const entities = await countEntities(trx, { importId: id, workspaceId: importRow.workspace_id });
    const planNotes = [
      ...(counts.withoutImage > 0 ? [{ reason: messages.annotationsWithoutImage, count: counts.withoutImage }] : []),
      ...classNotes,
      ...notes,
    ];
    const plan: ImportPlan = {
      format,
      found: parsedCounts,
      outlines: options.outlines,
      pictures: counts.pictures,
      products,
      ...entities,
      shapes: subtractExisting(counts.shapes, existingCounts),
      declared: await addDeclaredGroups(trx, id, counts.declared),
      classes: matchedClasses.map(({ planned }) => planned),
      notes: [...planNotes, ...existingCounts.notes],
    };
    await trx
      .updateTable('data_import')
      .set({
        state: 'planned',
        plan: JSON.stringify(plan),
        // The run adds its own notes about annotations of existing images, so the notes of the plan omit them.
        options: JSON.stringify({ ...options, classes: matchedClasses.map(({ draft }) => draft), notes: planNotes }),
      })
      .where('id', '=', id)
      .execute();
    return null;
  });
}

/**
 * Speeds up inserts: they are not flushed to disk one by one. Rows that a crash loses are parsed again, and the commit of the
 * plan flushes all earlier commits.
 */
async function disableSynchronousCommit(trx: Db): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(trx);
}

/** `rows` is a JSON array. */
async function insertShapes(trx: Db, id: string, rows: string): Promise<void> {
  await disableSynchronousCommit(trx);
  await sql`
    insert into import_shape (import_id, item, n, kind, class, data)
    select ${id}, item, n, kind, class, data
    from jsonb_to_recordset(${rows}::jsonb) as t(item int, n int, kind text, class text, data jsonb)`.execute(trx);
}

/** `rows` is a JSON array. */
async function insertItems(trx: Db, id: string, rows: string): Promise<void> {
  await disableSynchronousCommit(trx);
  await sql`
    insert into import_item (import_id, n, path, source, hash, width, height, facts, outcome, reason)
    select ${id}, n, path, source, hash, round(width), round(height), facts, outcome, reason
    from jsonb_to_recordset(${rows}::jsonb) as t(
      n int, path text, source jsonb, hash text, width float8, height float8, facts jsonb, outcome text, reason text)`.execute(
    trx,
  );
}

/**
 * Adds the number of new groups that the files declare as verified to the declared counts. Returns undefined if all counts are 0. Call it
 * after `countEntities`.
 */
async function addDeclaredGroups(
  trx: Db,
  id: string,
  { confirmations, ...declared }: NonNullable<ImportPlan['declared']>,
): Promise<ImportPlan['declared']> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_named
    where import_id = ${id} and kind = 'group' and data -> 'is_verified' = 'true' and made is null`.execute(trx);
  const counts = { ...declared, confirmations: confirmations + (rows[0]?.count ?? 0) };
  return Object.values(counts).some((count) => count > 0) ? counts : undefined;
}

/** Counts that a plan contains even if they are 0. */
const REQUIRED_COUNTS: readonly ImportedPlural[] = ['boxes', 'polygons', 'points'];

/** Subtracts existing and skipped annotations, so that only the annotations that the run will add are counted. */
function subtractExisting(
  declaredCounts: ImportPlan['shapes'],
  { same: existingCount, skipped }: ExistingCounts,
): ImportPlan['shapes'] {
  const shapes = { ...declaredCounts };
  for (const { kind, plural } of SHAPE_KINDS.map(({ imported }) => imported)) {
    const plannedCount = (shapes[plural] ?? 0) - existingCount[kind] - skipped[kind];
    if (plannedCount > 0 || REQUIRED_COUNTS.includes(plural)) shapes[plural] = plannedCount;
    else delete shapes[plural];
  }
  shapes.labels -= existingCount.label + skipped.label;
  shapes.same = (shapes.same ?? 0) + Object.values(existingCount).reduce((sum, count) => sum + count, 0);
  return shapes;
}
