import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '../../../config';
import type { FileLocation } from '../../readers/file-set';

/** A file that was sent, or lies in a place. */
export interface SourceFile {
  path: string;
  file: string;
  /** Null: it is not there, or not all of it. */
  size: number | null;
}

/** The folder on this server's disk for copies of an import's files, and for what is unpacked from them. */
export function getImportFolder({ dataDir }: Pick<Config, 'dataDir'>, id: string): string {
  return join(dataDir, 'imports', id);
}

/** The copy of a sent file. Its name is the row's id, because the path could be anything. */
export function getCopyPath(config: Pick<Config, 'dataDir'>, importId: string, fileId: string): string {
  return join(getImportFolder(config, importId), fileId);
}

/** A place as it is stored: relative to the import's folder, which another server has elsewhere. */
export function toStoredLocation(folder: string, place: FileLocation): FileLocation {
  return withPath(place, (path) => {
    const below = relative(folder, path);
    return below.startsWith('..') || isAbsolute(below) ? path : below;
  });
}

/** A stored place on this server. Folders of the operator, and rows of earlier versions, have absolute paths. */
export function fromStoredLocation(folder: string, place: FileLocation): FileLocation {
  return withPath(place, (path) => resolve(folder, path));
}

function withPath(place: FileLocation, change: (path: string) => string): FileLocation {
  if ('bucket' in place) return place;
  return 'zip' in place ? { ...place, zip: change(place.zip) } : { file: change(place.file) };
}
