import { ReleaseError } from '@console/shared-contract/federation';
import { ConfigError } from '../../config/fields';
import type { BucketPlace } from '../../config/releases';
import { FileStoreError } from '../../files/s3-client';
import { bucketReleases } from './bucket-store';
import { folderReleases } from './folder-store';
import type { ReleaseStore } from './release-store';

/** The store at that place, tried out. Throws ConfigError when it cannot be used. */
export async function openReleases(place: BucketPlace | null, buildDir: string): Promise<ReleaseStore> {
  if (!place) return folderReleases(buildDir);
  const store = bucketReleases(place);
  await store.requireConditions().catch((error: unknown) => {
    if (!(error instanceof FileStoreError) && !(error instanceof ReleaseError)) throw error;
    throw new ConfigError(`RELEASES: ${store.place} cannot be used. ${error.message}`, { cause: error });
  });
  return store;
}
