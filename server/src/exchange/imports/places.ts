import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../config';

/** A folder of the server, or a prefix of a bucket, that the operator lets imports read. */
export interface Place {
  /** As the operator wrote it, and as a caller names it. */
  name: string;
  kind: 'folder' | 'bucket';
}

/** Those of the setting IMPORT_PLACES. */
export function placesOf({ importPlaces }: Pick<Config, 'importPlaces'>): Place[] {
  return importPlaces.map((name) => ({ name, kind: isAbsolute(name) ? 'folder' : 'bucket' }));
}

export function findPlace(config: Pick<Config, 'importPlaces'>, name: string): Place | undefined {
  return placesOf(config).find((place) => place.name === name);
}

/** An object of a bucket that a place names. */
export async function openObject(_config: Config, bucket: string, key: string): Promise<Readable> {
  throw new Error(`${bucket}/${key} cannot be opened`);
}
