import { Readable } from 'node:stream';
import { createCvatWriter, type CvatLabel } from './formats/cvat';
import { createDotaWriter } from './formats/dota';
import { createLabelmeWriter } from './formats/labelme';
import { createLabelStudioWriter } from './formats/labelstudio';
import type { ExportRequest } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { listFirstSeqs, type FacetFilter } from '../../data-access/facets';
import type { FileStore } from '../../platform/files/store';
import { yieldToRequests } from '../../platform/http/activity';
import { readVersion, type Version, type VersionImage } from '../datasets/read-version';
import { selectWorkspaceLabels, type DatasetLabel } from '../../ml/learning/dataset-columns';
import type { ImageRecord } from '../../data-access/shape-kinds/image-record';
import { readWorkspace } from '../../data-access/shape-kinds/read-workspace';
import { withLeanHeap } from '../../platform/queue/lean-heap';
import { createConsoleWriter } from './formats/console';
import { createCocoWriter } from './formats/coco';
import { createCsvWriter, createFoldersWriter } from './formats/csv';
import type { ExportedLabel, FormatWriter } from './formats/format';
import { createVocWriter } from './formats/voc';
import { createYoloWriter } from './formats/yolo';
import { ExportFiles } from './export-files';
import { ImageFileNames, toSafeFileName } from './formats/file-names';
import { addUniqueTitles } from './formats/label-titles';
import { assignSplit, listSplits } from './formats/splits';
import { GroupAndJobLines } from './groups-and-jobs';
import { formatReadme } from './readme';
import { readDeclared } from './read-declared';
import { createZip, type ZipEntry } from './zip';

const IMAGES_PER_QUERY = 2_000;
/** Number of images after which the export pauses for as long as their export took, so that the server can handle requests. */
const IMAGES_PER_PAUSE = 200;
/** The export also pauses after this time, because one image may have thousands of shapes. */
const MAX_MS_PER_PAUSE = 1_000;
/** Lists the images of all splits. */
const IMAGE_LIST = 'images.txt';

interface ExportDeps {
  db: Db;
  files: FileStore;
}

interface ExportInput {
  workspaceId: string;
  request: ExportRequest;
  /** The parsed `request.filter`. Null: no image can match the filter. */
  filter: FacetFilter | null;
  /** The version that `request.version` names. */
  version: Version | null;
}

/** An export that is being written. */
interface RunningExport {
  /** The zip. It can be read while the files are written. An error while they are written destroys it, so it is never complete. */
  zip: Readable;
  /** Resolves when all files are written or writing has failed. Never rejects. The zip may still be read. */
  written: Promise<void>;
}

/**
 * Starts to write the files of an export below a local folder, and resolves when the first files can be read. All data is from one moment:
 * now, or the creation of the dataset version. `onWritten` runs before the end of the zip. An export that ends before its first pause is
 * written completely first, so its errors are thrown here.
 */
export async function startExport(
  deps: ExportDeps,
  input: ExportInput,
  folder: string,
  onWritten: () => Promise<void> = async () => undefined,
): Promise<RunningExport> {
  const exportFiles = new ExportFiles(folder);
  const firstFiles = exportFiles.waitForContent();
  let readme = '';
  const written = withLeanHeap(async () => {
    readme = await writeFiles(deps.db, input, exportFiles);
    await onWritten();
    await exportFiles.complete();
  }).catch((error: unknown) => exportFiles.fail(error));
  await firstFiles;
  return { zip: createZip(listEntries(deps.files, exportFiles, () => readme)), written };
}

/** Writes the files, and returns the text of README.txt. */
async function writeFiles(db: Db, input: ExportInput, exportFiles: ExportFiles): Promise<string> {
  const { request, version } = input;
  const hasImageFiles = request.pictures || request.format === 'folders';
  // Image files come first, because each of them is sent as soon as it is known. A file that many images share may wait for its next image.
  if (hasImageFiles) exportFiles.startEntries();
  const hasImageList = !hasImageFiles && waitsForSplit(request);
  if (hasImageList) await exportFiles.append(IMAGE_LIST, '');
  const { writer, writeRelated } = await createWriter(db, exportFiles, input);
  const names = new ImageFileNames();
  let [imageCount, deletedCount] = [0, 0];
  let [readCount, startedAt] = [0, performance.now()];
  for await (const image of readImages(db, input, writeRelated)) {
    if ((readCount += 1) % IMAGES_PER_PAUSE === 0 || performance.now() - startedAt > MAX_MS_PER_PAUSE) {
      await exportFiles.flush();
      await yieldToRequests(performance.now() - startedAt, 1);
      startedAt = performance.now();
    }
    if (request.only_verified && image.verifications === 0) continue;
    // The console format contains the uploaded file, whose hash identifies the image. Other formats need an upright image.
    const isOriginal = request.format === 'console' || image.display_key === null;
    const fileName = names.createName(image, isOriginal ? image.content_type : 'image/png');
    const exportedImage = { image, split: assignSplit(request.split, image), fileName };
    await writer.image(exportedImage);
    if (hasImageList) await exportFiles.append(IMAGE_LIST, `${writer.getImagePaths(exportedImage)[0]}\n`);
    const isDeleted = 'isDeleted' in image && image.isDeleted;
    if (isDeleted) await exportFiles.addImage({ paths: writer.getImagePaths(exportedImage), key: null });
    else if (hasImageFiles)
      await exportFiles.addImage({
        paths: writer.getImagePaths(exportedImage),
        key: isOriginal ? image.img_key : image.display_key!,
      });
    imageCount += 1;
    if (isDeleted) deletedCount += 1;
  }
  await writer.end();
  return formatReadme(request, { images: imageCount, deleted: deletedCount, omitted: writer.omitted, version, hasImageList });
}

/**
 * Whether the first file of the format contains one of several splits. While the images of another split are read, this file does not grow,
 * and a proxy with an idle timeout would close the connection. In this case, a list with a line for each image is sent first.
 */
const waitsForSplit = ({ format, split }: ExportRequest) =>
  (format === 'coco' || format === 'labelstudio') && listSplits(split).length > 1;

/** Reads rows that belong to the images, such as products, from the same snapshot, and writes them. A dataset version has no such rows. */
type WriteRelated = (snapshot: Db, images: readonly ImageRecord[]) => Promise<void>;

function readImages(
  db: Db,
  input: ExportInput,
  writeRelated: WriteRelated | undefined,
): AsyncGenerator<ImageRecord | VersionImage> {
  if (input.version) return readVersion(db, input.version);
  return readWorkspace(db, input.workspaceId, (snapshot, after) => selectImagesAfter(snapshot, input, after), writeRelated);
}

async function selectImagesAfter(
  db: Db,
  { workspaceId, request, filter }: ExportInput,
  after: number,
): Promise<readonly number[]> {
  if (request.images) {
    const { rows } = await sql<{ seq: number }>`
      select seq from training_image where workspace_id = ${workspaceId} and id = any(${request.images}::uuid[]) and seq > ${after}
      order by seq limit ${IMAGES_PER_QUERY}`.execute(db);
    return rows.map(({ seq }) => seq);
  }
  if (!filter) return [];
  return listFirstSeqs(db, { ...filter, from: Math.max(filter.from ?? 0, after + 1) }, IMAGES_PER_QUERY, 'oldest');
}

async function createWriter(
  db: Db,
  exportFiles: ExportFiles,
  input: ExportInput,
): Promise<{ writer: FormatWriter; writeRelated?: WriteRelated }> {
  const { workspaceId, request, version } = input;
  const splits = listSplits(request.split);
  const { shapes } = request;
  const allLabels = version ? version.labels : await listLabels(db, workspaceId);
  switch (request.format) {
    case 'coco':
      return { writer: createCocoWriter(exportFiles, { shapes, parts: splits, labels: listUsedLabels(allLabels, shapes) }) };
    case 'yolo':
      return { writer: createYoloWriter(exportFiles, { shapes, parts: splits, labels: listUsedLabels(allLabels, shapes) }) };
    case 'voc':
      return {
        writer: createVocWriter(exportFiles, {
          parts: splits,
          labels: listUsedLabels(allLabels, 'boxes'),
          maskLabels: listUsedLabels(allLabels, 'polygons'),
        }),
      };
    case 'csv':
      return { writer: createCsvWriter(exportFiles) };
    case 'cvat':
      return { writer: createCvatWriter(exportFiles, { labels: listCvatLabels(allLabels) }) };
    case 'labelstudio':
      return { writer: createLabelStudioWriter(exportFiles, { parts: splits }) };
    case 'labelme':
      return { writer: createLabelmeWriter(exportFiles) };
    case 'dota':
      return { writer: createDotaWriter(exportFiles, { labels: listUsedLabels(allLabels, 'boxes') }) };
    case 'folders':
      return { writer: createFoldersWriter(getLabelFolders(allLabels)) };
    case 'console': {
      const createdTime = version?.created ?? new Date();
      const writer = await createConsoleWriter(exportFiles, {
        pictures: request.pictures,
        labels: allLabels.map(toLabelLine),
        created: createdTime,
      });
      const groupAndJobLines = new GroupAndJobLines(workspaceId);
      const writeRelated: WriteRelated = async (snapshot, images) => {
        const exportedImages = request.only_verified ? images.filter(({ verifications }) => verifications > 0) : images;
        for (const line of await groupAndJobLines.createLines(snapshot, exportedImages)) await writer.writeGroupOrJob(line);
        const ids = exportedImages.map(({ id }) => id);
        writer.setDeclared(await readDeclared(snapshot, workspaceId, ids));
      };
      return { writer, writeRelated };
    }
  }
}

async function listLabels(db: Db, workspaceId: string): Promise<DatasetLabel[]> {
  const { rows } = await sql<{ labels: DatasetLabel[] }>`select ${selectWorkspaceLabels(sql`${workspaceId}`)} as labels`.execute(
    db,
  );
  return rows[0]?.labels ?? [];
}

/** Sets the order of the fields in a line, because JSON columns do not preserve it. */
const toLabelLine = ({
  of: classKind,
  id,
  name,
  type,
  min_value,
  max_value,
  step_value,
  color,
  skeleton,
  key,
  attributes,
}: DatasetLabel) => ({
  of: classKind,
  id,
  name,
  type,
  min_value,
  max_value,
  step_value,
  ...(color !== undefined && { color }),
  ...(skeleton && { skeleton }),
  ...(key !== undefined && { key }),
  ...(attributes && attributes.length > 0 && { attributes }),
});

/** Lists the labels by name. A detection label and a segmentation label with the same name become one CVAT label. */
function listCvatLabels(labels: readonly DatasetLabel[]): CvatLabel[] {
  const labelsByName = new Map<string, CvatLabel>();
  for (const { name, attributes = [], skeleton } of labels) {
    const labelWithSameName = labelsByName.get(name);
    labelsByName.set(name, {
      name,
      attributes: labelWithSameName?.attributes.length ? labelWithSameName.attributes : (attributes ?? []),
      skeleton: labelWithSameName?.skeleton ?? skeleton ?? null,
    });
  }
  return [...labelsByName.values()];
}

/**
 * Lists all labels of the workspace that shapes of the exported kind can have, sorted by name. The number of a label therefore does not
 * depend on the selected images.
 */
function listUsedLabels(labels: readonly DatasetLabel[], shapes: ExportRequest['shapes']): ExportedLabel[] {
  const domain = shapes === 'polygons' ? 'segmentation' : 'detection';
  const isUsed = ({ of: labelDomain, drawn, skeleton }: DatasetLabel) =>
    labelDomain === domain && drawn && (shapes !== 'skeletons' || skeleton != null);
  return addUniqueTitles(labels.filter(isUsed));
}

function getLabelFolders(labels: readonly DatasetLabel[]): Map<string, string> {
  const recognitionLabels = labels.filter(({ of: domain }) => domain === 'recognition');
  // Folders are named after labels. Names that differ only in case, or in characters that file names cannot contain, get different folders.
  const titledLabels = addUniqueTitles(
    recognitionLabels.map(({ id, name }) => ({ id, name: toSafeFileName(name).toLowerCase(), safe: toSafeFileName(name) })),
  );
  return new Map(titledLabels.map(({ id, name, title, safe: folder }) => [id, `${folder}${title.slice(name.length)}`]));
}

async function* listEntries(files: FileStore, exportFiles: ExportFiles, getReadme: () => string): AsyncGenerator<ZipEntry> {
  const createTextEntry = (path: string, content: string | Buffer): ZipEntry => ({
    path,
    compress: true,
    open: () => Promise.resolve(Readable.from([content])),
  });
  const missingImages: string[] = [];
  for await (const file of exportFiles.files()) {
    if ('path' in file) {
      yield { path: file.path, compress: true, open: () => Promise.resolve(Readable.from(file.read())) };
      continue;
    }
    for await (const entry of file.entries()) {
      if ('base64' in entry) {
        yield createTextEntry(entry.path, Buffer.from(entry.base64, 'base64'));
        continue;
      }
      const { paths, key } = entry;
      if (key === null || !(await files.stat(key))) missingImages.push(...paths);
      else for (const path of paths) yield { path, compress: false, open: () => openStored(files, key) };
    }
  }
  if (missingImages.length > 0) yield createTextEntry('MISSING.txt', `${missingImages.join('\n')}\n`);
  // README.txt comes last, because its counts are only known at the end.
  yield createTextEntry('README.txt', getReadme());
}

async function openStored(files: FileStore, key: string): Promise<Readable> {
  return (await files.open(key)) ?? Readable.from([]);
}
