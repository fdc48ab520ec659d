import { createHash } from 'node:crypto';
import type { ImportFormat, ImportNote, ImportOutlines, ImportPlan } from '@console/shared-contract/api';
import type { Config } from '../../../config';
import { sniffPicture } from '../../../pictures/sniff';
import { formatsOf, readers } from '../../readers/detect';
import { FileSet, opener, type OpenFile } from '../../readers/files';
import { isOfFile } from '../../readers/reader';
import { Collector, type DraftClass, type DraftShape, type ItemDraft } from './collector';
import { findFiles, type Outer } from '../discover/discover-files';
import { importFolder, toStoredPlace } from '../state/import-folder';
import { messages } from '../state/messages';
import { openObject } from '../discover/import-places';

/** Plain data, for it goes to another process. */
export interface ReadOrder {
  id: string;
  source: { place: string; path: string } | null;
  /** Files that were sent, where there is no source. */
  sent: Outer[];
  options: { format?: ImportFormat; outlines: ImportOutlines };
  /** Only finds the files, which unpacks archives on this server: the rows are there. */
  isFindOnly?: boolean;
  /** The settings of S3 where the source is a bucket alone. */
  config: Pick<Config, 'dataDir' | 'importPlaces' | 's3' | 'uploadMaxBytes'>;
}

/** Where a reading puts its rows: as JSON of a list, ready for the database. */
export interface ReadRows {
  shapes: (rows: string) => Promise<void>;
  named: (rows: string) => Promise<void>;
  /** Pictures, and how many of all there are by now. */
  items: (rows: string, done: number, total: number) => Promise<void>;
}

/** What a reading found besides its rows. */
export interface ReadSummary {
  format: ImportFormat;
  found: ImportFormat[];
  shapes: ImportPlan['shapes'];
  notes: ImportNote[];
  classes: DraftClass[];
}

const NOTHING_READ: ReadSummary = {
  format: 'pictures',
  found: [],
  shapes: { boxes: 0, polygons: 0, points: 0, labels: 0, outside: 0 },
  notes: [],
  classes: [],
};
/** Pictures whose rows are written together. */
const ITEMS_AT_ONCE = 500;
/** Enough to tell a picture by its first bytes. */
const HEAD_BYTES = 16;

/** Reads the files of an import. It knows no database: it is done in a process of its own. */
export async function readFiles(
  { id, source, sent, options, isFindOnly, config }: ReadOrder,
  rows: ReadRows,
): Promise<ReadSummary> {
  const open = opener((bucket, key) => openObject(config, bucket, key));
  const found = await findFiles(config, { id, source, sent });
  if (isFindOnly) return NOTHING_READ;
  const files = new FileSet(found.files, open);
  const formats = await formatsOf(files);
  const format = options.format ?? formats[0];
  const collector = new Collector(
    files.all,
    (shapes) => rows.shapes(JSON.stringify(shapes.map(shapeRow))),
    (named) => rows.named(JSON.stringify(named)),
  );
  for (const { path, reason } of found.refused) collector.unreadable(path, reason);
  collector.leave(null, messages.otherFiles, found.others);
  const reader = format && readers[format];
  if (reader) await reader(files, collector, options);
  else if (found.refused.length === 0) throw new Error(messages.nothingThere);
  await collector.flush();
  await keepItems(rows, collector.numberedItems(), { open, most: config.uploadMaxBytes, folder: importFolder(config, id) });
  return {
    format: format ?? 'pictures',
    found: formats,
    shapes: collector.shapes,
    notes: collector.notes(),
    classes: collector.typed(),
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

async function keepItems(rows: ReadRows, items: readonly { n: number; item: ItemDraft }[], looking: Looking): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const some = items.slice(from, from + ITEMS_AT_ONCE);
    const kept: object[] = [];
    for (const { n, item } of some) kept.push({ n, ...(await lookedAt(item, looking)) });
    await rows.items(JSON.stringify(kept), from + some.length, items.length);
  }
}

/** The row of a picture: its hash, and whether its first bytes are those of one. */
async function lookedAt(
  { path, file, facts, reason, isUnreadable }: ItemDraft,
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
    return { ...row, source: toStoredPlace(folder, file.place), hash: digest.digest('hex'), outcome: 'new', reason };
  } catch (error) {
    if (!isOfFile(error)) throw error;
    return refused(error.message);
  }
}

const sane = (side: number | undefined) => (side && Number.isFinite(side) && side > 0 && side < 1e6 ? side : undefined);
