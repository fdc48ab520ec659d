import { FILE_NAME_KEY } from './limits';

/** The fields of an image that can have its file name. */
export interface NamedImage {
  name?: string | null;
  meta_data: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the file name of an image; null if it has none. Servers of earlier versions have it only in the meta data. */
export function getImageFileName({ name, meta_data: metaData }: NamedImage): string | null {
  const text: unknown = name ?? (isRecord(metaData) ? metaData[FILE_NAME_KEY] : null);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** Returns the meta data of an image without its file name, which users cannot edit. */
export function omitFileName(metaData: unknown): unknown {
  if (!isRecord(metaData)) return metaData;
  const { [FILE_NAME_KEY]: name, ...otherMetaData } = metaData;
  return typeof name === 'string' ? otherMetaData : metaData;
}

/** Adds the file name that `omitFileName` has left out. Servers of earlier versions would lose it otherwise. */
export function restoreFileName(editedMetaData: unknown, { name, meta_data: metaData }: NamedImage): unknown {
  if (!isRecord(editedMetaData)) return editedMetaData;
  const text: unknown = name ?? (isRecord(metaData) ? metaData[FILE_NAME_KEY] : null);
  return typeof text === 'string' ? { ...editedMetaData, [FILE_NAME_KEY]: text } : editedMetaData;
}
