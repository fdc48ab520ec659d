import { createHash } from 'node:crypto';
import type { ExportSplit } from '@console/shared-contract/api';
import type { ImageRecord } from '../../shapes/read-workspace';

/** A part of an export: the pictures to learn from, to tune by and to measure on; or all of them. */
export type Part = 'all' | 'train' | 'val' | 'test';

/** The parts that a split has, in their order. */
export function listParts(split: ExportSplit): readonly Part[] {
  if (split.by === 'none') return ['all'];
  if (split.by === 'test') return ['train', 'test'];
  return (['train', 'val', 'test'] as const).filter((part) => split[part] > 0);
}

/** Where a picture belongs; by chance it is the same for the same seed, whatever else is exported. */
export function assignPart(split: ExportSplit, { id, test_image }: Pick<ImageRecord, 'id' | 'test_image'>): Part {
  if (split.by === 'none') return 'all';
  if (split.by === 'test') return test_image ? 'test' : 'train';
  const chance = (createHash('sha256').update(`${split.seed} ${id}`).digest().readUInt32BE(0) / 2 ** 32) * 100;
  if (chance < split.train) return 'train';
  return chance < split.train + split.val ? 'val' : 'test';
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'image/avif': 'avif',
};
const MAX_FILE_NAME_CHARACTERS = 120;
/** Names that Windows gives to devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name that every file system takes, from any text. */
export function toSafeFileName(text: string): string {
  const plain = text
    .normalize('NFC')
    // What parts folders, what Windows refuses, controls, and marks that turn the direction of reading.
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  const short = [...plain].slice(0, MAX_FILE_NAME_CHARACTERS).join('');
  return short === '' || RESERVED.test(short) ? `_${short}` : short;
}

/**
 * Gives each picture a name of its own: that of its file, with its id behind it where another has it already. Two that differ in
 * their endings alone count as one name, for the text beside a picture has an ending of its own.
 */
export class ImageFileNames {
  /** 48 bits of each name: some tens of bytes for a picture, however long its name. */
  private readonly taken = new Set<number>();

  /** Without folders. `contentType` is that of the file that is written. */
  nameOf({ id, meta_data }: Pick<ImageRecord, 'id' | 'meta_data'>, contentType: string): string {
    const ending = EXTENSIONS[contentType] ?? 'bin';
    const stem = toSafeFileName(stemOf(meta_data) ?? id);
    const key = createHash('sha256').update(stem.toLowerCase()).digest().readUIntBE(0, 6);
    if (this.taken.has(key)) return `${stem}-${id}.${ending}`;
    this.taken.add(key);
    return `${stem}.${ending}`;
  }
}

function stemOf(metaData: unknown): string | null {
  const name = typeof metaData === 'object' && metaData !== null && 'filename' in metaData ? metaData.filename : null;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return name.trim().replace(/\.[a-z0-9]{1,5}$/i, '');
}

/** Labels by name, each with a name of its own: the second of one name is called 'Name (2)'. */
export function toUniqueNames<Row extends { id: string; name: string }>(rows: readonly Row[]): (Row & { title: string })[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    let title = row.name;
    for (let number = 2; seen.has(title); number += 1) title = `${row.name} (${number})`;
    seen.add(title);
    return { ...row, title };
  });
}
