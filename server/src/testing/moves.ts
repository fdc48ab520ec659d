import { movePointer, createPublication, readBuiltRelease, type ReleaseStore } from '../console/releases';
import { type MadeRelease, releaseFiles } from './release';

/** Publishes a made release, of annotate unless told otherwise. */
export async function publish(store: ReleaseStore, version: string, made: MadeRelease = {}) {
  const { name = 'annotate' } = made;
  const files = releaseFiles(version, made);
  const publication = await createPublication(files, readBuiltRelease(files, name, version), new Date());
  return store.publish(publication, { action: `publish ${name} ${version}`, by: 'a test' });
}
/** Who makes the moves. */
export const by = { by: 'a test' };

/** Makes a version of annotate live. */
export const activate = (store: ReleaseStore, version: string, revision?: number) =>
  movePointer(store, 'annotate', { action: 'activate', version }, { ...by, revision });
