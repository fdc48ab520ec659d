import { ImportFormat, ImportOutlines, type ImportPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../../config';
import type { Db } from '../../../database/connection';
import type { FileStore } from '../../../files/store';
import type { WorkContext, WorkKind } from '../../../work/kind';
import { mustUnpack } from '../discover/discover-files';
import { READ_IMPORT } from '../state/work-kinds';
import { copySentFiles } from '../upload/local-copies';
import { markUndone } from '../state/mark-stopped';
import { matchClasses, matchPictures } from './match-images';
import { isBucket } from '../discover/import-places';
import { countNamed, keepNamed } from './match-entities';
import { countProducts } from '../products';
import { readInProcess, timeLimitOf } from '../parse/reader-process';
import type { ReadOrder } from '../parse/parse-files';

export interface ImportDeps {
  db: Db;
  config: Config;
  files: FileStore;
}

const Order = z.object({ import: z.string() });
const Options = z.object({ format: ImportFormat.optional(), outlines: ImportOutlines.default('polygons') });

/**
 * Brings to this server's disk what the pictures of a plan are read from, where another server made the plan: copies of sent files, and what
 * the reader process unpacks from archives.
 */
export async function prepareFiles(
  { config, files }: ImportDeps,
  { db, signal }: WorkContext,
  { id, source }: Pick<ReadOrder, 'id' | 'source'>,
): Promise<void> {
  const sent = source ? [] : await copySentFiles({ db, config, files }, id, signal);
  if (!mustUnpack(config, { id, source, sent })) return;
  const order = { id, source, sent, options: { outlines: 'polygons' as const }, isFindOnly: true };
  const noRows = () => Promise.resolve();
  await readInProcess(
    { ...order, config: readerConfig(config, source) },
    { begin: noRows, shapes: noRows, named: noRows, items: noRows },
    { signal, limitMs: timeLimitOf({ source, sent }) },
  );
}

/**
 * Reads the files of an import and makes its plan; nothing of the workspace is changed. Cut off, it begins anew. Two workspaces are read
 * for side by side, so that a long reading of one does not hold up all others.
 */
export function readImportKind(deps: ImportDeps): WorkKind {
  return { name: READ_IMPORT, concurrency: 2, run: (context) => readImport(deps, context), onNotDone: markUndone };
}

async function readImport({ config, files }: ImportDeps, context: WorkContext): Promise<unknown> {
  const { db, work, step, signal } = context;
  const { import: id } = Order.parse(work.input);
  const row = await db.selectFrom('data_import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const begin = () =>
    step({ done: 0, total: null }, async (trx) => {
      await trx.deleteFrom('import_shape').where('import_id', '=', id).execute();
      await trx.deleteFrom('import_item').where('import_id', '=', id).execute();
      await trx.deleteFrom('import_named').where('import_id', '=', id).execute();
      await trx.updateTable('data_import').set({ began: new Date() }).where('id', '=', id).execute();
    });
  const options = Options.parse(row.options);
  const source = row.source as ReadOrder['source'];
  const sent = source ? [] : await copySentFiles({ db, config, files }, id, signal);
  const { format, found, shapes, notes, classes } = await readInProcess(
    { id, source, sent, options, config: readerConfig(config, source) },
    {
      begin,
      shapes: (rows) => step(null, (trx) => keepShapes(trx, id, rows)),
      named: (rows) => step(null, (trx) => keepNamed(trx, { importId: id, workspaceId: row.workspace_id }, rows)),
      items: (rows, done, total) => step({ done, total }, (trx) => keepItems(trx, id, rows)),
    },
    { signal, limitMs: timeLimitOf({ source, sent }) },
  );

  return step(null, async (trx) => {
    // So many rows are new that the planner would go by what there was before.
    await sql`analyze import_item, import_shape, import_named`.execute(trx);
    await matchPictures(trx, row.workspace_id, id);
    const matched = await matchClasses(trx, row.workspace_id, classes);
    const products = await countProducts(trx, { importId: id, workspaceId: row.workspace_id });
    const named = await countNamed(trx, { importId: id, workspaceId: row.workspace_id });
    const plan: ImportPlan = {
      ...{ format, found, outlines: options.outlines, pictures: await countItems(trx, id), shapes, products, ...named },
      classes: matched.map(({ shown }) => shown),
      notes,
    };
    await trx
      .updateTable('data_import')
      .set({
        state: 'planned',
        plan: JSON.stringify(plan),
        options: JSON.stringify({ ...options, classes: matched.map(({ kept }) => kept) }),
      })
      .where('id', '=', id)
      .execute();
    return null;
  });
}

/** The settings that the reader process gets: those of S3 only where it reads from a bucket. */
function readerConfig({ dataDir, importPlaces, uploadMaxBytes, s3 }: Config, source: ReadOrder['source']): ReadOrder['config'] {
  return { dataDir, importPlaces, uploadMaxBytes, s3: source && isBucket(source.place) ? s3 : null };
}

/** What is lost with the database is read anew, and the last step, which makes the plan, waits for all before it. */
async function withoutWaiting(trx: Db): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(trx);
}

/** `rows` is JSON. */
async function keepShapes(trx: Db, id: string, rows: string): Promise<void> {
  await withoutWaiting(trx);
  await sql`
    insert into import_shape (import_id, item, n, kind, class, data)
    select ${id}, item, n, kind, class, data
    from jsonb_to_recordset(${rows}::jsonb) as t(item int, n int, kind text, class text, data jsonb)`.execute(trx);
}

/** `rows` is JSON. */
async function keepItems(trx: Db, id: string, rows: string): Promise<void> {
  await withoutWaiting(trx);
  await sql`
    insert into import_item (import_id, n, path, source, hash, width, height, facts, outcome, reason)
    select ${id}, n, path, source, hash, round(width), round(height), facts, outcome, reason
    from jsonb_to_recordset(${rows}::jsonb) as t(
      n int, path text, source jsonb, hash text, width float8, height float8, facts jsonb, outcome text, reason text)`.execute(
    trx,
  );
}

async function countItems(trx: Db, id: string): Promise<ImportPlan['pictures']> {
  const { rows } = await sql<ImportPlan['pictures']>`
    select count(*) filter (where outcome = 'new')::int as new, count(*) filter (where outcome = 'here')::int as here,
      count(*) filter (where outcome = 'unreadable')::int as unreadable, count(*) filter (where outcome = 'missing')::int as missing
    from import_item where import_id = ${id}`.execute(trx);
  return rows[0] ?? { new: 0, here: 0, unreadable: 0, missing: 0 };
}
