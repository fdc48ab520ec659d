import { createHash } from 'node:crypto';
import { ImportFormat, ImportOutlines, type ImportPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Db } from '../../database/connection';
import type { FileStore } from '../../files/store';
import { sniffPicture } from '../../pictures/sniff';
import type { WorkContext, WorkKind } from '../../work/kind';
import { formatsOf, readers } from '../readers/detect';
import { FileSet, opener, type OpenFile } from '../readers/files';
import { isOfFile } from '../readers/reader';
import { Collector, type DraftShape, type ItemDraft } from './collector';
import { findFiles, type ImportPlace } from './found';
import { READ_IMPORT } from './kinds';
import { markUndone } from './mark-undone';
import { matchClasses, matchPictures } from './match';
import { messages } from './messages';
import { openObject } from './places';

export interface ImportDeps {
  db: Db;
  config: Config;
  files: FileStore;
}

const Order = z.object({ import: z.string() });
const Options = z.object({ format: ImportFormat.optional(), outlines: ImportOutlines.default('polygons') });
/** Pictures whose rows are written together. */
const ITEMS_AT_ONCE = 500;
/** Enough to tell a picture by its first bytes. */
const HEAD_BYTES = 16;

/** Reads the files of an import and makes its plan; nothing of the workspace is changed. Cut off, it begins anew. */
export function readImportKind(deps: ImportDeps): WorkKind {
  return { name: READ_IMPORT, atOnce: 1, run: (context) => readImport(deps, context), undone: markUndone };
}

async function readImport({ config }: ImportDeps, context: WorkContext): Promise<unknown> {
  const { db, work, step } = context;
  const { import: id } = Order.parse(work.input);
  const row = await db.selectFrom('data_import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  await step({ done: 0, total: null }, async (trx) => {
    await trx.deleteFrom('import_shape').where('import_id', '=', id).execute();
    await trx.deleteFrom('import_item').where('import_id', '=', id).execute();
    await trx.updateTable('data_import').set({ began: new Date() }).where('id', '=', id).execute();
  });
  const options = Options.parse(row.options);
  const open = opener((bucket, key) => openObject(config, bucket, key));
  const found = await findFiles(db, config, { id, source: row.source as ImportPlace['source'] });
  const files = new FileSet(found.files, open);
  const formats = await formatsOf(files);
  const format = options.format ?? formats[0];
  const collector = new Collector((shapes) => step(null, (trx) => keepShapes(trx, id, shapes)));
  collector.addPictures(files.pictures());
  for (const { path, reason } of found.refused) collector.unreadable(path, reason);
  collector.leave(null, messages.otherFiles, found.others);
  const reader = format && readers[format];
  if (reader) await reader(files, collector, options);
  else if (found.refused.length === 0) throw new Error(messages.nothingThere);
  await collector.flush();
  await keepItems(context, id, collector.items, { open, most: config.uploadMaxBytes });

  return step(null, async (trx) => {
    // So many rows are new that the planner would go by what there was before.
    await sql`analyze import_item, import_shape`.execute(trx);
    await matchPictures(trx, row.workspace_id, id);
    const plan: ImportPlan = {
      format: format ?? 'pictures',
      found: formats,
      pictures: await countItems(trx, id),
      shapes: collector.shapes,
      classes: [],
      notes: collector.notes(),
    };
    const classes = await matchClasses(trx, row.workspace_id, collector.typed());
    await trx
      .updateTable('data_import')
      .set({
        state: 'planned',
        plan: JSON.stringify({ ...plan, classes: classes.map(({ shown }) => shown) }),
        options: JSON.stringify({ ...options, classes: classes.map(({ kept }) => kept) }),
      })
      .where('id', '=', id)
      .execute();
    return null;
  });
}

/** What is lost with the database is read anew, and the last step, which makes the plan, waits for all before it. */
async function withoutWaiting(trx: Db): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(trx);
}

async function keepShapes(trx: Db, id: string, shapes: readonly DraftShape[]): Promise<void> {
  await withoutWaiting(trx);
  const rows = shapes.map(({ item, n, kind, class: key, ...data }) => ({ item, n, kind, class: key, data }));
  await sql`
    insert into import_shape (import_id, item, n, kind, class, data)
    select ${id}, item, n, kind, class, data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(item int, n int, kind text, class text, data jsonb)`.execute(
    trx,
  );
}

interface Looking {
  open: OpenFile;
  /** Bytes of one picture. */
  most: number;
}

async function keepItems({ step }: WorkContext, id: string, items: readonly ItemDraft[], looking: Looking): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const some = items.slice(from, from + ITEMS_AT_ONCE);
    const rows: object[] = [];
    for (const [index, item] of some.entries()) rows.push({ n: from + index, ...(await lookedAt(item, looking)) });
    await step({ done: from + some.length, total: items.length }, async (trx) => {
      await withoutWaiting(trx);
      await sql`
        insert into import_item (import_id, n, path, source, hash, width, height, facts, outcome, reason)
        select ${id}, n, path, source, hash, round(width), round(height), facts, outcome, reason
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
          n int, path text, source jsonb, hash text, width float8, height float8, facts jsonb, outcome text, reason text)`.execute(
        trx,
      );
    });
  }
}

/** The row of a picture: its hash, and whether its first bytes are those of one. */
async function lookedAt({ path, file, facts, reason, isUnreadable }: ItemDraft, { open, most }: Looking): Promise<object> {
  const { width, height, hash, ...others } = facts;
  const row = { path, width: sane(width), height: sane(height), facts: others };
  if (isUnreadable) return { ...row, outcome: 'unreadable', reason };
  if (!file) return { ...row, hash, outcome: 'missing', reason };
  const refused = (why: string) => ({ ...row, outcome: 'unreadable', reason: why });
  if (file.size === 0) return refused(messages.empty);
  if (file.size > most) return refused(messages.tooLarge(most));
  try {
    const digest = createHash('sha256');
    let head = Buffer.alloc(0);
    for await (const chunk of (await open(file.place)) as AsyncIterable<Buffer>) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]);
      digest.update(chunk);
    }
    if (!sniffPicture(head)) return refused(messages.noPicture);
    return { ...row, source: file.place, hash: digest.digest('hex'), outcome: 'new', reason };
  } catch (error) {
    if (!isOfFile(error)) throw error;
    return refused(error.message);
  }
}

const sane = (side: number | undefined) => (side && Number.isFinite(side) && side > 0 && side < 1e6 ? side : undefined);

async function countItems(trx: Db, id: string): Promise<ImportPlan['pictures']> {
  const { rows } = await sql<ImportPlan['pictures']>`
    select count(*) filter (where outcome = 'new')::int as new, count(*) filter (where outcome = 'here')::int as here,
      count(*) filter (where outcome = 'unreadable')::int as unreadable, count(*) filter (where outcome = 'missing')::int as missing
    from import_item where import_id = ${id}`.execute(trx);
  return rows[0] ?? { new: 0, here: 0, unreadable: 0, missing: 0 };
}
