import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ExportRequest } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { searchFacets, type FacetFilter } from '../facets';
import type { FileStore } from '../files/store';
import { yieldToRequests } from '../http/activity';
import { readVersion, type Version, type VersionImage } from '../datasets/read-version';
import { selectWorkspaceLabels, type DatasetLabel } from '../learning/dataset-columns';
import { readWorkspace, type ImageRecord } from '../shapes/read-workspace';
import { withLeanHeap } from '../work/lean-heap';
import { createConsoleWriter } from './formats/console';
import { createCocoWriter } from './formats/coco';
import { createCsvWriter, createFoldersWriter } from './formats/csv';
import type { ExportedLabel, FormatWriter } from './formats/format';
import { createVocWriter } from './formats/voc';
import { createYoloWriter } from './formats/yolo';
import { ExportFiles } from './export-files';
import { toSafeFileName, assignPart, listParts, ImageFileNames, toUniqueNames } from './formats/layout';
import { GroupAndJobLines } from './groups-and-jobs';
import { formatReadme } from './readme';
import { createZip, type ZipEntry } from './zip';

/** Images that are chosen with one question. */
const AT_ONCE = 2_000;
/** Images after which there is room for others, as much as they took. */
const PIECE = 200;

export interface ExportDeps {
  db: Db;
  files: FileStore;
}

export interface ExportInput {
  workspaceId: string;
  order: ExportRequest;
  /** What `order.filter` says; null where it can match nothing. */
  filter: FacetFilter | null;
  /** What `order.version` names. */
  version: Version | null;
}

/**
 * Writes an export's files below a folder of the local disk, as everything is at one moment or was when a version was made; answers
 * the zip of them.
 */
export function writeExport(deps: ExportDeps, exported: ExportInput, folder: string): Promise<Readable> {
  return withLeanHeap(() => gather(deps, exported, folder));
}

async function gather({ db, files }: ExportDeps, exported: ExportInput, folder: string): Promise<Readable> {
  const { order, version } = exported;
  const gathered = new ExportFiles(folder);
  const { writer, beside } = await writerOf(db, gathered, exported);
  const names = new ImageFileNames();
  let [images, deleted] = [0, 0];
  let [read, began] = [0, performance.now()];
  for await (const image of imagesOf(db, exported, beside)) {
    if ((read += 1) % PIECE === 0) {
      await yieldToRequests(performance.now() - began, 1);
      began = performance.now();
    }
    if (order.only_verified && image.verifications === 0) continue;
    // The console's own format has the picture as it came, by whose hash it is known again; the others one that is upright.
    const isAsItCame = order.format === 'console' || image.display_key === null;
    const fileName = names.nameOf(image, isAsItCame ? image.content_type : 'image/png');
    const each = { image, part: assignPart(order.split, image), fileName };
    await writer.image(each);
    const isDeleted = 'isDeleted' in image && image.isDeleted;
    if (isDeleted) await gathered.addPicture({ paths: writer.getImagePaths(each), key: null });
    else if (order.pictures || order.format === 'folders')
      await gathered.addPicture({ paths: writer.getImagePaths(each), key: isAsItCame ? image.img_key : image.display_key! });
    images += 1;
    if (isDeleted) deleted += 1;
  }
  await writer.end();
  await gathered.close();
  return createZip(entriesOf(files, gathered, formatReadme(order, { images, deleted, omitted: writer.omitted, version })));
}

/** What a writer needs of images besides, read in the same moment. A version has kept no more than its pictures. */
type Beside = (snapshot: Db, images: readonly ImageRecord[]) => Promise<void>;

function imagesOf(db: Db, exported: ExportInput, beside: Beside | undefined): AsyncGenerator<ImageRecord | VersionImage> {
  if (exported.version) return readVersion(db, exported.version);
  return readWorkspace(db, exported.workspaceId, (snapshot, after) => chosenAfter(snapshot, exported, after), beside);
}

async function chosenAfter(db: Db, { workspaceId, order, filter }: ExportInput, after: number): Promise<readonly number[]> {
  if (order.images) {
    const { rows } = await sql<{ seq: number }>`
      select seq from training_image where workspace_id = ${workspaceId} and id = any(${order.images}::uuid[]) and seq > ${after}
      order by seq limit ${AT_ONCE}`.execute(db);
    return rows.map(({ seq }) => seq);
  }
  if (!filter) return [];
  return (await searchFacets(db, { ...filter, from: Math.max(filter.from ?? 0, after + 1) }, 0, AT_ONCE, 'oldest')).seqs;
}

async function writerOf(
  db: Db,
  gathered: ExportFiles,
  exported: ExportInput,
): Promise<{ writer: FormatWriter; beside?: Beside }> {
  const { workspaceId, order, version } = exported;
  const parts = listParts(order.split);
  const { shapes } = order;
  const all = version ? version.labels : await labelsOf(db, workspaceId);
  switch (order.format) {
    case 'coco':
      return { writer: createCocoWriter(gathered, { shapes, parts, labels: drawnLabels(all, shapes) }) };
    case 'yolo':
      return { writer: createYoloWriter(gathered, { shapes, parts, labels: drawnLabels(all, shapes) }) };
    case 'voc':
      return { writer: createVocWriter(gathered, { parts, labels: drawnLabels(all, 'boxes') }) };
    case 'csv':
      return { writer: createCsvWriter(gathered) };
    case 'folders':
      return { writer: createFoldersWriter(foldersOf(all)) };
    case 'console': {
      const created = version?.created ?? new Date();
      const writer = await createConsoleWriter(gathered, { pictures: order.pictures, labels: all.map(lineOf), created });
      const lines = new GroupAndJobLines();
      const beside: Beside = async (snapshot, images) => {
        const chosen = order.only_verified ? images.filter(({ verifications }) => verifications > 0) : images;
        for (const line of await lines.before(snapshot, chosen)) await writer.writeGroupOrJob(line);
      };
      return { writer, beside };
    }
  }
}

async function labelsOf(db: Db, workspaceId: string): Promise<DatasetLabel[]> {
  const { rows } = await sql<{ labels: DatasetLabel[] }>`select ${selectWorkspaceLabels(sql`${workspaceId}`)} as labels`.execute(
    db,
  );
  return rows[0]?.labels ?? [];
}

/** In the order that its fields have in a line: the database keeps none. */
const lineOf = ({ of, id, name, type, min_value, max_value, step_value, color }: DatasetLabel) => ({
  ...{ of, id, name, type, min_value, max_value, step_value },
  ...(color !== undefined && { color }),
});

/** Labels that something of the workspace is drawn with, by name: their numbers are the same whatever is chosen of it. */
function drawnLabels(labels: readonly DatasetLabel[], shapes: ExportRequest['shapes']): ExportedLabel[] {
  const domain = shapes === 'boxes' ? 'detection' : 'segmentation';
  return toUniqueNames(labels.filter(({ of, drawn }) => of === domain && drawn));
}

function foldersOf(labels: readonly DatasetLabel[]): Map<string, string> {
  const recognition = labels.filter(({ of }) => of === 'recognition');
  // Those that differ in their case alone, or in what a file's name may not have, share no folder.
  const safe = toUniqueNames(
    recognition.map(({ id, name }) => ({ id, name: toSafeFileName(name).toLowerCase(), safe: toSafeFileName(name) })),
  );
  return new Map(safe.map(({ id, name, title, safe: folder }) => [id, `${folder}${title.slice(name.length)}`]));
}

async function* entriesOf(files: FileStore, gathered: ExportFiles, readme: string): AsyncGenerator<ZipEntry> {
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
    if (key === null || !(await files.stat(key))) {
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
