import { ReleaseError } from '@console/shared-contract/federation';
import { ConfigError } from '../../config/fields';
import type { BucketPlace } from '../../config/releases';
import { FileStoreError } from '../../files/s3-client';
import { bucketReleases } from './bucket-store';
import { fillFirstReleases } from './first-releases';
import { folderReleases } from './folder-store';
import type { ReleaseStore } from './release-store';

/** Awaits the first use of a store. Throws ConfigError if the store cannot be used. */
async function tried<T>(store: ReleaseStore, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FileStoreError) && !(error instanceof ReleaseError)) throw error;
    throw new ConfigError(`RELEASES: ${store.place} cannot be used. ${error.message}`, { cause: error });
  }
}

/** Opens the configured store and tests it. Throws ConfigError if it cannot be used. */
export async function openReleases(place: BucketPlace | null, buildDir: string): Promise<ReleaseStore> {
  if (!place) return folderReleases(buildDir);
  const store = bucketReleases(place);
  await tried(store, store.requireConditions());
  return store;
}

/**
 * Opens the store for a starting server. The server becomes the only writer if the store requires that, and an empty store
 * is filled from the build folder. `say` receives lines for the operator. Throws ConfigError if the store cannot be used.
 */
export async function startReleases(
  place: BucketPlace | null,
  buildDir: string,
  say: (line: string) => void,
): Promise<ReleaseStore> {
  const store = await openReleases(place, buildDir);
  const warning = await tried(store, Promise.resolve(store.becomeWriter?.()));
  if (warning !== undefined) say(warning);
  for (const line of await tried(store, fillFirstReleases(store, buildDir))) say(line);
  return store;
}
