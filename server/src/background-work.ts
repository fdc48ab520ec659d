import { completeJobKind } from './annotate/jobs/complete';
import { forgetOldLogins } from './account/login-throttle';
import { forgetOldSessions } from './account/sessions';
import type { Db } from './database/connection';
import type { Deps } from './http/deps';
import { forgetOldKeys } from './http/idempotency';
import { matchingKind } from './matching/work';
import { backEndOf } from './models/predict';
import { predictTestImagesKind } from './models/predict-test-images';
import { trainModelKind, watchTrainingTask } from './models/train';
import { purgeDeletedShapes } from './shapes/trash';
import type { Task, WorkKind } from './work/kind';

/** Every kind of long work that a server with this configuration and these files does. */
export function workKindsOf({ config, files }: Pick<Deps, 'config' | 'files'>): WorkKind[] {
  const backEnd = backEndOf(config);
  return [completeJobKind, matchingKind, trainModelKind(backEnd), predictTestImagesKind(backEnd, files)];
}

/** What the servers of a database do by themselves, one of them each time. */
export function tasksOf({ db, config }: Pick<Deps, 'db' | 'config'>): Task[] {
  const backEnd = backEndOf(config);
  return [...housekeeping(db), ...(backEnd ? [watchTrainingTask(db, backEnd)] : [])];
}

function housekeeping(db: Db): Task[] {
  return [
    { name: 'forget-old-keys', schedule: '7 * * * *', run: () => forgetOldKeys(db) },
    { name: 'forget-old-sessions', schedule: '17 * * * *', run: () => forgetOldSessions(db) },
    { name: 'purge-deleted-shapes', schedule: '37 * * * *', run: () => purgeDeletedShapes(db) },
    { name: 'forget-old-logins', schedule: '*/15 * * * *', run: () => forgetOldLogins(db) },
  ];
}
