import { createHash } from 'node:crypto';
import type { ImportFormat, ImportNote, ImportOutlines } from '@console/shared-contract/api';
import type { Config } from '../../../platform/config';
import { detectFormats, readers } from '../../readers/detect-formats';
import { FileSet, createFileOpener, getExtension, type FileOpener } from '../../readers/reader/file-set';
import { isFileError } from '../../readers/reader/reader';
import { forEachConcurrently } from '../../../platform/queue/for-each-concurrently';
import { Collector, type DraftShape, type DraftItem } from './collector';
import type { DraftClass } from './declared-classes';
import { discoverFiles } from '../discover/discover-files';
import { ImageInspector } from './image-inspector';
import { countByFolder, separateMasks } from './mask-images';
import { getImportFolder, toStoredLocation, type SourceFile } from '../state/import-folder';
import { messages } from '../state/messages';
import { openObject } from '../discover/import-places';

/** What to parse. Plain data, because it is sent to another process. */
export interface ParseRequest {
  id: string;
  source: { place: string; path: string } | null;
  /** Uploaded files. Empty if the import has a source. */
  sentFiles: SourceFile[];
  options: { format?: ImportFormat; outlines: ImportOutlines };
  /** Whether to only list the files and unpack archives on this server. Used if the parsed rows are already stored. */
  isDiscoverOnly?: boolean;
  /** Contains the S3 settings only if the source is a bucket. */
  config: Pick<Config, 'dataDir' | 'importPlaces' | 's3' | 'uploadMaxBytes' | 'maxPixels'>;
}

/** Receives parsed rows. `rows` is a JSON array, ready for the database. */
export interface ParsedRowWriter {
  shapes: (rows: string) => Promise<void>;
  entities: (rows: string) => Promise<void>;
  /** Images. `done` of `total` have been written after this call. */
  items: (rows: string, done: number, total: number) => Promise<void>;
}

/** The result of parsing, except the rows. */
export interface ParseSummary {
  format: ImportFormat;
  found: ImportFormat[];
  notes: ImportNote[];
  classes: DraftClass[];
}

const EMPTY_SUMMARY: ParseSummary = {
  format: 'pictures',
  found: [],
  notes: [],
  classes: [],
};
const ITEMS_PER_BATCH = 500;
/**
 * Number of images that are read concurrently. Reading them one after the other would add the latency of a request for each image of a
 * bucket.
 */
const MAX_CONCURRENT_INSPECTIONS = 8;
/**
 * Files that contain nothing to import: READMEs, licenses, and the image lists of exports and of Pascal VOC. The VOC list of test images is
 * an exception.
 */
const NOTHING_TO_IMPORT =
  /(^|\/)((readme|licen[cs]e)[^/]*|images\.txt|imagesets\/(main\/(train(val)?|val)|segmentation\/\w+)\.txt)$/i;

/** Discovers and parses the files of an import. Runs in the reader process, which has no access to the database (ADR 0068). */
export async function parseFiles(
  { id, source, sentFiles, options, isDiscoverOnly, config }: ParseRequest,
  rows: ParsedRowWriter,
): Promise<ParseSummary> {
  const openFile = createFileOpener((bucket, key) => openObject(config, bucket, key));
  const discovery = await discoverFiles(config, { id, source, sentFiles });
  if (isDiscoverOnly) return EMPTY_SUMMARY;
  const filesBeforeDetection = separateMasks(discovery.files, undefined);
  const formats = await detectFormats(new FileSet(filesBeforeDetection.files, openFile, filesBeforeDetection.masks));
  const format = options.format ?? formats[0];
  const separatedFiles = separateMasks(discovery.files, format);
  const files = new FileSet(separatedFiles.files, openFile, separatedFiles.masks);
  const collector = new Collector(
    files.allFiles,
    (shapes) => rows.shapes(JSON.stringify(shapes.map(toShapeRow))),
    (entities) => rows.entities(JSON.stringify(entities)),
  );
  for (const { path, reason } of discovery.rejected) collector.addUnreadable(path, reason);
  for (const [extension, count] of discovery.ignored) collector.addNote(null, messages.otherFiles(extension), count);
  const reader = format && readers[format];
  if (reader) await reader(files, collector, options);
  else if (discovery.rejected.length === 0) throw new Error(messages.nothingFound);
  for (const [folder, count] of countByFolder(files.listUnopenedMasks())) collector.addNote(null, messages.masks(folder), count);
  for (const { path } of files.listUnopened().filter(({ path }) => !NOTHING_TO_IMPORT.test(path)))
    collector.addNote(null, messages.unreadFiles(getExtension(path)));
  await collector.flush();
  await writeItems(rows, collector.listItems(), {
    open: openFile,
    maxBytes: config.uploadMaxBytes,
    maxPixels: config.maxPixels,
    folder: getImportFolder(config, id),
  });
  return {
    format: format ?? 'pictures',
    found: formats,
    notes: collector.listNotes(),
    classes: collector.listClasses(),
  };
}

const toShapeRow = ({ item, n, kind, class: key, ...data }: DraftShape) => ({ item, n, kind, class: key, data });

interface InspectOptions {
  open: FileOpener;
  /** The maximum size of one image in bytes, and in pixels. */
  maxBytes: number;
  maxPixels: number;
  /** The import's folder. Rows store paths relative to this folder. */
  folder: string;
}

async function writeItems(
  rows: ParsedRowWriter,
  items: readonly { n: number; item: DraftItem }[],
  options: InspectOptions,
): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_BATCH) {
    const batch = items.slice(start, start + ITEMS_PER_BATCH);
    const inspectedRows: object[] = [];
    await forEachConcurrently(batch.entries(), MAX_CONCURRENT_INSPECTIONS, async ([index, { n, item }]) => {
      inspectedRows[index] = { n, ...(await inspectItem(item, options)) };
    });
    await rows.items(JSON.stringify(inspectedRows), start + batch.length, items.length);
  }
}

/** Returns the row of an item: its hash, and the reason if its header or end shows that it cannot be decoded. */
async function inspectItem(
  { path, file, facts: imageFacts, reason, isUnreadable }: DraftItem,
  { open, maxBytes, maxPixels, folder }: InspectOptions,
): Promise<object> {
  const { width, height, hash, ...otherFacts } = imageFacts;
  const row = { path, width: toValidSize(width), height: toValidSize(height), facts: otherFacts };
  if (isUnreadable) return { ...row, outcome: 'unreadable', reason };
  if (!file) return { ...row, hash, outcome: 'missing', reason };
  const toUnreadableRow = (problem: string) => ({ ...row, outcome: 'unreadable', reason: problem });
  if (file.size === 0) return toUnreadableRow(messages.empty);
  if (file.size > maxBytes) return toUnreadableRow(messages.tooLarge(maxBytes));
  try {
    const digest = createHash('sha256');
    const inspector = new ImageInspector();
    for await (const chunk of (await open(file.place)) as AsyncIterable<Buffer>) {
      inspector.add(chunk);
      digest.update(chunk);
    }
    const problem = inspector.findProblem(maxPixels);
    if (problem) return toUnreadableRow(problem);
    return { ...row, source: toStoredLocation(folder, file.place), hash: digest.digest('hex'), outcome: 'new', reason };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return toUnreadableRow(error.message);
  }
}

const toValidSize = (side: number | undefined) => (side && Number.isFinite(side) && side > 0 && side < 1e6 ? side : undefined);
