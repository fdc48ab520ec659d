import { createHash } from 'node:crypto';
import type { ImportFormat, ImportNote, ImportOutlines, ImportPlan } from '@console/shared-contract/api';
import type { Config } from '../../../config';
import { sniffPicture } from '../../../pictures/sniff';
import { detectFormats, readers } from '../../readers/detect-formats';
import { FileSet, createFileOpener, type OpenFile } from '../../readers/file-set';
import { isFileError } from '../../readers/reader';
import { Collector, type DraftClass, type DraftShape, type DraftItem } from './collector';
import { discoverFiles } from '../discover/discover-files';
import { getImportFolder, toStoredLocation, type SourceFile } from '../state/import-folder';
import { messages } from '../state/messages';
import { openObject } from '../discover/import-places';

/** Plain data, for it goes to another process. */
export interface ParseRequest {
  id: string;
  source: { place: string; path: string } | null;
  /** Files that were sent, where there is no source. */
  sent: SourceFile[];
  options: { format?: ImportFormat; outlines: ImportOutlines };
  /** Only finds the files, which unpacks archives on this server: the rows are there. */
  isFindOnly?: boolean;
  /** The settings of S3 where the source is a bucket alone. */
  config: Pick<Config, 'dataDir' | 'importPlaces' | 's3' | 'uploadMaxBytes'>;
}

/** Where a reading puts its rows: as JSON of a list, ready for the database. */
export interface ParsedRowWriter {
  shapes: (rows: string) => Promise<void>;
  named: (rows: string) => Promise<void>;
  /** Pictures, and how many of all there are by now. */
  items: (rows: string, done: number, total: number) => Promise<void>;
}

/** What a reading found besides its rows. */
export interface ParseSummary {
  format: ImportFormat;
  found: ImportFormat[];
  shapes: ImportPlan['shapes'];
  notes: ImportNote[];
  classes: DraftClass[];
}

const NOTHING_READ: ParseSummary = {
  format: 'pictures',
  found: [],
  shapes: { boxes: 0, polygons: 0, points: 0, labels: 0, outside: 0 },
  notes: [],
  classes: [],
};
/** Pictures whose rows are written together. */
const ITEMS_PER_BATCH = 500;
/** Enough to tell a picture by its first bytes. */
const HEAD_BYTES = 16;

/** Reads the files of an import. It knows no database: it is done in a process of its own. */
export async function parseFiles(
  { id, source, sent, options, isFindOnly, config }: ParseRequest,
  rows: ParsedRowWriter,
): Promise<ParseSummary> {
  const open = createFileOpener((bucket, key) => openObject(config, bucket, key));
  const found = await discoverFiles(config, { id, source, sent });
  if (isFindOnly) return NOTHING_READ;
  const files = new FileSet(found.files, open);
  const formats = await detectFormats(files);
  const format = options.format ?? formats[0];
  const collector = new Collector(
    files.all,
    (shapes) => rows.shapes(JSON.stringify(shapes.map(shapeRow))),
    (named) => rows.named(JSON.stringify(named)),
  );
  for (const { path, reason } of found.refused) collector.addUnreadable(path, reason);
  collector.addNote(null, messages.otherFiles, found.others);
  const reader = format && readers[format];
  if (reader) await reader(files, collector, options);
  else if (found.refused.length === 0) throw new Error(messages.nothingThere);
  await collector.flush();
  await keepItems(rows, collector.listItems(), { open, most: config.uploadMaxBytes, folder: getImportFolder(config, id) });
  return {
    format: format ?? 'pictures',
    found: formats,
    shapes: collector.shapes,
    notes: collector.notes(),
    classes: collector.listClasses(),
  };
}

const shapeRow = ({ item, n, kind, class: key, ...data }: DraftShape) => ({ item, n, kind, class: key, data });

interface Looking {
  open: OpenFile;
  /** Bytes of one picture. */
  most: number;
  /** Of the import: rows have paths relative to it. */
  folder: string;
}

async function keepItems(rows: ParsedRowWriter, items: readonly { n: number; item: DraftItem }[], looking: Looking): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_PER_BATCH) {
    const some = items.slice(from, from + ITEMS_PER_BATCH);
    const kept: object[] = [];
    for (const { n, item } of some) kept.push({ n, ...(await lookedAt(item, looking)) });
    await rows.items(JSON.stringify(kept), from + some.length, items.length);
  }
}

/** The row of a picture: its hash, and whether its first bytes are those of one. */
async function lookedAt(
  { path, file, facts, reason, isUnreadable }: DraftItem,
  { open, most, folder }: Looking,
): Promise<object> {
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
    return { ...row, source: toStoredLocation(folder, file.place), hash: digest.digest('hex'), outcome: 'new', reason };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return refused(error.message);
  }
}

const sane = (side: number | undefined) => (side && Number.isFinite(side) && side > 0 && side < 1e6 ? side : undefined);
