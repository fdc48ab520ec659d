import { movePointer, createPublication, readBuiltRelease, type ReleaseStore } from '../../operations/releases';
import { type TestRelease, createReleaseFiles } from './release-samples';

/** Publishes a test release, by default of the micro-frontend `annotate`. */
export async function publish(store: ReleaseStore, version: string, release: TestRelease = {}) {
  const { name = 'annotate' } = release;
  const files = createReleaseFiles(version, release);
  const publication = await createPublication(files, readBuiltRelease(files, name, version), new Date());
  return store.publish(publication, { action: `publish ${name} ${version}`, by: 'a test' });
}
/** The author of activations in the audit log. */
export const MOVE_AUTHOR = { by: 'a test' };

/** Activates a version of the micro-frontend `annotate`. */
export const activate = (store: ReleaseStore, version: string, revision?: number) =>
  movePointer(store, 'annotate', { action: 'activate', version }, { ...MOVE_AUTHOR, revision });
