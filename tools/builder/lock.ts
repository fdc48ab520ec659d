import path from 'node:path';
import { withFolderLock } from '../../server/src/operations/releases';

/** Age after which a lock counts as abandoned. No build takes this long. */
const MAX_LOCK_AGE_MS = 3_600_000;

/** Runs `work` while no other process builds into the same folder. Removes the lock of a process that no longer exists. */
export function withBuildLock<T>(buildDir: string, work: () => Promise<T>): Promise<T> {
  const onWait = () => console.log('Another build is running in this folder; waiting for it to finish ...');
  return withFolderLock(path.join(buildDir, '.lock'), { pollIntervalMs: 300, maxAgeMs: MAX_LOCK_AGE_MS, onWait }, work);
}
