import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ExportOrder } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { searchFacets, type FacetFilter } from '../facets';
import type { FileStore } from '../files/store';
import { readWorkspace } from '../shapes/read-workspace';
import { consoleWriter } from './formats/console';
import { cocoWriter } from './formats/coco';
import { csvWriter, foldersWriter } from './formats/csv';
import type { ExportedLabel, FormatWriter } from './formats/format';
import { vocWriter } from './formats/voc';
import { yoloWriter } from './formats/yolo';
import { Gathered } from './gathering';
import { fileSafe, partOf, partsOf, PictureNames, uniqueNames } from './formats/layout';
import { readmeOf } from './readme';
import { zipOf, type ZipEntry } from './zip';

/** Images that are chosen with one question. */
const AT_ONCE = 2_000;

export interface ExportDeps {
  db: Db;
  files: FileStore;
}

export interface Exported {
  workspaceId: string;
  order: ExportOrder;
  /** What `order.filter` says; null where it can match nothing. */
  filter: FacetFilter | null;
}

/** Writes an export's files below a folder of the local disk, as everything was at one moment; answers the zip of them. */
export async function writeExport({ db, files }: ExportDeps, exported: Exported, folder: string): Promise<Readable> {
  const { workspaceId, order } = exported;
  const gathered = new Gathered(folder);
  const writer = await writerOf(db, gathered, exported);
  const names = new PictureNames();
  let images = 0;
  for await (const image of readWorkspace(db, workspaceId, (snapshot, after) => chosenAfter(snapshot, exported, after))) {
    if (order.only_verified && image.verifications === 0) continue;
    // The console's own format has the picture as it came, by whose hash it is known again; the others one that is upright.
    const isAsItCame = order.format === 'console' || image.display_key === null;
    const fileName = names.nameOf(image, isAsItCame ? image.content_type : 'image/png');
    const each = { image, part: partOf(order.split, image), fileName };
    await writer.image(each);
    if (order.pictures || order.format === 'folders')
      await gathered.addPicture({ paths: writer.picturePaths(each), key: isAsItCame ? image.img_key : image.display_key! });
    images += 1;
  }
  await writer.end();
  await gathered.close();
  return zipOf(entriesOf(files, gathered, readmeOf(order, images, writer.leftOut)));
}

async function chosenAfter(db: Db, { workspaceId, order, filter }: Exported, after: number): Promise<readonly number[]> {
  if (order.images) {
    const { rows } = await sql<{ seq: number }>`
      select seq from training_image where workspace_id = ${workspaceId} and id = any(${order.images}::uuid[]) and seq > ${after}
      order by seq limit ${AT_ONCE}`.execute(db);
    return rows.map(({ seq }) => seq);
  }
  if (!filter) return [];
  return (await searchFacets(db, { ...filter, from: Math.max(filter.from ?? 0, after + 1) }, 0, AT_ONCE, 'oldest')).seqs;
}

async function writerOf(db: Db, gathered: Gathered, { workspaceId, order }: Exported): Promise<FormatWriter> {
  const parts = partsOf(order.split);
  const { shapes } = order;
  switch (order.format) {
    case 'coco':
      return cocoWriter(gathered, { shapes, parts, labels: await drawnLabels(db, workspaceId, shapes) });
    case 'yolo':
      return yoloWriter(gathered, { shapes, parts, labels: await drawnLabels(db, workspaceId, shapes) });
    case 'voc':
      return vocWriter(gathered, { parts, labels: await drawnLabels(db, workspaceId, 'boxes') });
    case 'csv':
      return csvWriter(gathered);
    case 'folders':
      return foldersWriter(await foldersOf(db, workspaceId));
    case 'console':
      return consoleWriter(gathered, { pictures: order.pictures, labels: await allLabels(db, workspaceId) });
  }
}

/** Labels that something of the workspace is drawn with, by name: their numbers are the same whatever is chosen of it. */
async function drawnLabels(db: Db, workspaceId: string, shapes: ExportOrder['shapes']): Promise<ExportedLabel[]> {
  const [labels, drawn, column] =
    shapes === 'boxes'
      ? (['detection_label', 'detection_object', 'detection_label_id'] as const)
      : (['segmentation_label', 'polygon', 'segmentation_label_id'] as const);
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, l.name from ${sql.table(labels)} l where l.workspace_id = ${workspaceId}
      and exists (select from ${sql.table(drawn)} d where d.${sql.ref(column)} = l.id)
    order by lower(l.name), l.id`.execute(db);
  return uniqueNames(rows);
}

async function foldersOf(db: Db, workspaceId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from recognition_label where workspace_id = ${workspaceId} order by lower(name), id`.execute(db);
  // Those that differ in their case alone, or in what a file's name may not have, share no folder.
  const safe = uniqueNames(rows.map(({ id, name }) => ({ id, name: fileSafe(name).toLowerCase(), safe: fileSafe(name) })));
  return new Map(safe.map(({ id, name, title, safe: folder }) => [id, `${folder}${title.slice(name.length)}`]));
}

async function allLabels(db: Db, workspaceId: string) {
  const { rows } = await sql<Parameters<typeof consoleWriter>[1]['labels'][number]>`
    select 'recognition' as of, id, name, type, min_value, max_value, step_value from recognition_label where workspace_id = ${workspaceId}
    union all
    select 'detection', id, name, null, null, null, null from detection_label where workspace_id = ${workspaceId}
    union all
    select 'segmentation', id, name, null, null, null, null from segmentation_label where workspace_id = ${workspaceId}
    order by 1, 3, 2`.execute(db);
  return rows;
}

async function* entriesOf(files: FileStore, gathered: Gathered, readme: string): AsyncGenerator<ZipEntry> {
  const text = (path: string, content: string): ZipEntry => ({
    path,
    compress: true,
    open: () => Promise.resolve(Readable.from([content])),
  });
  yield text('README.txt', readme);
  for (const { path, file } of gathered.files())
    yield { path, compress: true, open: () => Promise.resolve(createReadStream(file)) };
  for await (const { path, text: content } of gathered.smallFiles()) yield text(path, content);
  const missing: string[] = [];
  for await (const { paths, key } of gathered.pictures()) {
    const source = await files.stat(key);
    if (!source) {
      missing.push(...paths);
      continue;
    }
    for (const path of paths) yield { path, compress: false, open: () => opened(files, key) };
  }
  if (missing.length > 0) yield text('MISSING.txt', `${missing.join('\n')}\n`);
}

async function opened(files: FileStore, key: string): Promise<Readable> {
  return (await files.open(key)) ?? Readable.from([]);
}
