import { FILE_NAME_KEY } from './limits';

/** Fields of an image that can contain its file name. Servers of earlier versions store the name only in `meta_data`. */
export interface NamedImage {
  name?: string | null;
  meta_data: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the file name of an image, or null if it has none. */
export function getImageFileName({ name, meta_data: metaData }: NamedImage): string | null {
  const fileName: unknown = name ?? (isRecord(metaData) ? metaData[FILE_NAME_KEY] : null);
  return typeof fileName === 'string' && fileName.trim() !== '' ? fileName.trim() : null;
}

/** Returns the metadata of an image without the file name, which users cannot edit. */
export function omitFileName(metaData: unknown): unknown {
  if (!isRecord(metaData)) return metaData;
  const { [FILE_NAME_KEY]: name, ...otherMetaData } = metaData;
  return typeof name === 'string' ? otherMetaData : metaData;
}

/** Adds the file name to metadata from which `omitFileName` removed it. Servers of earlier versions would otherwise lose the name. */
export function restoreFileName(editedMetaData: unknown, { name, meta_data: metaData }: NamedImage): unknown {
  if (!isRecord(editedMetaData)) return editedMetaData;
  const fileName: unknown = name ?? (isRecord(metaData) ? metaData[FILE_NAME_KEY] : null);
  return typeof fileName === 'string' ? { ...editedMetaData, [FILE_NAME_KEY]: fileName } : editedMetaData;
}
