import { FILE_NAME_KEY } from '@console/shared-contract/limits';

/** The name of an image's file, as its meta data have it; null where they have none. */
export function getImageFileName(metaData: unknown): string | null {
  if (typeof metaData !== 'object' || metaData === null || !(FILE_NAME_KEY in metaData)) return null;
  const name: unknown = metaData[FILE_NAME_KEY];
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
}
