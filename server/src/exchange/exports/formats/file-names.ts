// File names of the images and labels in an export.
import { createHash } from 'node:crypto';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'image/avif': 'avif',
};
const MAX_FILE_NAME_CHARACTERS = 120;
/** Device names of Windows. */
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Turns any text into a file name that is valid on every file system. */
export function toSafeFileName(text: string): string {
  const safeText = text
    .normalize('NFC')
    // Path separators, characters that Windows rejects, control characters, and marks that change the reading direction.
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  const truncatedText = [...safeText].slice(0, MAX_FILE_NAME_CHARACTERS).join('');
  return truncatedText === '' || RESERVED_NAME.test(truncatedText) ? `_${truncatedText}` : truncatedText;
}

/**
 * Creates unique file names for images: the name of the uploaded file, followed by the image's id if the name is already used. Names that differ
 * only in their extension count as equal, because annotation files have the same name with another extension.
 */
export class ImageFileNames {
  /** 48-bit hashes of the used names. They need little memory, however long the names are. */
  private readonly usedHashes = new Set<number>();

  /** Creates a name without folders. `contentType` is the type of the exported file. */
  createName({ id, name, meta_data }: Pick<ImageRecord, 'id' | 'name' | 'meta_data'>, contentType: string): string {
    const extension = EXTENSIONS[contentType] ?? 'bin';
    const stem = toSafeFileName(findUploadedName(name, meta_data) ?? id);
    const nameHash = createHash('sha256').update(stem.toLowerCase()).digest().readUIntBE(0, 6);
    if (this.usedHashes.has(nameHash)) return `${stem}-${id}.${extension}`;
    this.usedHashes.add(nameHash);
    return `${stem}.${extension}`;
  }
}

/** Dataset versions of earlier releases have the name only in the meta data. */
function findUploadedName(imageName: string | null, metaData: unknown): string | null {
  const hasKey = typeof metaData === 'object' && metaData !== null && 'filename' in metaData;
  const name = imageName ?? (hasKey ? metaData.filename : null);
  if (typeof name !== 'string' || name.trim() === '') return null;
  return name.trim().replace(/\.[a-z0-9]{1,5}$/i, '');
}
