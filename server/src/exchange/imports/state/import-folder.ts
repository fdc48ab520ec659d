import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '../../../platform/config';
import type { FileLocation } from '../../readers/reader/file-set';

/** An uploaded file, or a file of an import place, before archives are unpacked. */
export interface SourceFile {
  path: string;
  file: string;
  /** Null: the file is missing or incomplete. */
  size: number | null;
}

/** The folder on the local disk for copies of an import's files and for unpacked archives. */
export function getImportFolder({ dataDir }: Pick<Config, 'dataDir'>, id: string): string {
  return join(dataDir, 'imports', id);
}

/** The path of the local copy of an uploaded file. It is named after the row's id, because the declared path is untrusted. */
export function getCopyPath(config: Pick<Config, 'dataDir'>, importId: string, fileId: string): string {
  return join(getImportFolder(config, importId), fileId);
}

/** The location to store in a row. Paths are relative to the import's folder, which may differ between servers. */
export function toStoredLocation(folder: string, location: FileLocation): FileLocation {
  return withPath(location, (path) => {
    const relativePath = relative(folder, path);
    return relativePath.startsWith('..') || isAbsolute(relativePath) ? path : relativePath;
  });
}

/** Converts a stored location to a location on this server. Import places, and rows of earlier versions, have absolute paths. */
export function fromStoredLocation(folder: string, location: FileLocation): FileLocation {
  return withPath(location, (path) => resolve(folder, path));
}

function withPath(location: FileLocation, change: (path: string) => string): FileLocation {
  if ('bucket' in location) return location;
  return 'zip' in location ? { ...location, zip: change(location.zip) } : { file: change(location.file) };
}
