import { ReleaseError } from '@console/shared-contract/federation';
import { ConfigError } from '../../platform/config/fields';
import type { BucketLocation } from '../../platform/config/releases';
import { FileStoreError } from '../../platform/files/s3/s3-client';
import { createBucketStore } from './bucket/bucket-store';
import { publishFirstReleases } from './first-releases';
import { createFolderStore } from './folder/folder-store';
import type { ReleaseStore } from './release/release-store';

/** Awaits the first use of a store. Throws ConfigError if the store cannot be used. */
async function requireUsable<T>(store: ReleaseStore, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FileStoreError) && !(error instanceof ReleaseError)) throw error;
    throw new ConfigError(`RELEASES: ${store.location} cannot be used. ${error.message}`, { cause: error });
  }
}

/** Opens the configured store and tests it. Throws ConfigError if it cannot be used. */
export async function openReleases(location: BucketLocation | null, buildDir: string): Promise<ReleaseStore> {
  if (!location) return createFolderStore(buildDir);
  const store = createBucketStore(location);
  await requireUsable(store, store.requireConditionalWrites());
  return store;
}

/**
 * Opens the store for a starting server. The server becomes the only writer if the store requires that, and an empty store
 * is filled from the build folder. `printLine` receives messages for the operator. Throws ConfigError if the store cannot be used.
 */
export async function openReleasesForServer(
  location: BucketLocation | null,
  buildDir: string,
  printLine: (line: string) => void,
): Promise<ReleaseStore> {
  const store = await openReleases(location, buildDir);
  const warning = await requireUsable(store, Promise.resolve(store.becomeWriter?.()));
  if (warning !== undefined) printLine(warning);
  for (const line of await requireUsable(store, publishFirstReleases(store, buildDir))) printLine(line);
  return store;
}
