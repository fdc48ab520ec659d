import path from 'node:path';
import { withFolderLock } from '../../server/src/console/releases';

/** Longer than any build takes. */
const ABANDONED_MS = 3_600_000;

/** Runs the work while no other process builds into the same folder; a lock whose holder has died is taken over. */
export function withBuildLock<T>(buildDir: string, work: () => Promise<T>): Promise<T> {
  const onWait = () => console.log('Another build is under way here; waiting for it ...');
  return withFolderLock(path.join(buildDir, '.lock'), { pollMs: 300, abandonedMs: ABANDONED_MS, onWait }, work);
}
