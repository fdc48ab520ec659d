import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '../../../config';
import type { FilePlace } from '../../readers/files';

/** The folder on this server's disk for copies of an import's files, and for what is unpacked from them. */
export function importFolder({ dataDir }: Pick<Config, 'dataDir'>, id: string): string {
  return join(dataDir, 'imports', id);
}

/** The copy of a sent file. Its name is the row's id, because the path could be anything. */
export function sentFile(config: Pick<Config, 'dataDir'>, importId: string, fileId: string): string {
  return join(importFolder(config, importId), fileId);
}

/** A place as it is stored: relative to the import's folder, which another server has elsewhere. */
export function toStoredPlace(folder: string, place: FilePlace): FilePlace {
  return withPath(place, (path) => {
    const below = relative(folder, path);
    return below.startsWith('..') || isAbsolute(below) ? path : below;
  });
}

/** A stored place on this server. Folders of the operator, and rows of earlier versions, have absolute paths. */
export function fromStoredPlace(folder: string, place: FilePlace): FilePlace {
  return withPath(place, (path) => resolve(folder, path));
}

function withPath(place: FilePlace, change: (path: string) => string): FilePlace {
  if ('bucket' in place) return place;
  return 'zip' in place ? { ...place, zip: change(place.zip) } : { file: change(place.file) };
}
