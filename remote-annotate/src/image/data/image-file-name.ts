import { FILE_NAME_KEY } from '@console/shared-contract/limits';

/**
 * Returns the name of an image's file, which the upload stores in the meta data. Returns null when the meta data has no name.
 */
export function getImageFileName(metaData: unknown): string | null {
  if (typeof metaData !== 'object' || metaData === null || !(FILE_NAME_KEY in metaData)) return null;
  const name: unknown = metaData[FILE_NAME_KEY];
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
}
