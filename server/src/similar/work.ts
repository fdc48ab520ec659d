import type { Db } from '../database/connection';
import { makeRoom } from '../http/activity';
import { getLearnerClient } from '../learning/learner-client';
import { LearnerExited } from '../learning/learner';
import { getLearningFolder } from '../learning/local-files';
import { addJob } from '../work/jobs';
import type { Task } from '../work/kind';
import { decideLikeness } from './choice';
import { describeThings, type Describing } from './describe';
import { firstWaiting, hasWaiting, leaveLine, MOST_FAILURES, tidyLine, waitAgain, waitForVersion, type Waiting } from './due';
import { versionOf, type IndexDeps } from './local-index';
import { storeEmbeddings } from './stored';
import type { SimilarDeps } from './things';

const DESCRIBE = 'describe-things';
/** Things at once: a question that comes meanwhile waits for no more than these. */
const AT_ONCE = 8;
const GROUPS_AT_ONCE = 50;
/** What people who work here have of its time, for each part that this takes. */
const SHARE_OF_PEOPLE = 2;
/** A piece of the work: a server that ends waits for it. */
const PIECE_MS = 5_000;

/** Has what waits described soon. */
export async function askForWork(db: Db): Promise<void> {
  await addJob(db, { task: DESCRIBE, payload: {}, key: DESCRIBE, queue: DESCRIBE });
}

/** Describes what is new or has changed, in the background; one server of all does it at a time. */
export function similarTasks({ db, files, config }: SimilarDeps): Task[] {
  const asker = getLearnerClient(files);
  const deps = { db, files, folder: getLearningFolder(config), ask: asker.requestInBackground, starts: () => asker.startCount };
  let known: number | null = null;
  const tidying: Task = { name: 'tidy-undescribed', schedule: '43 3 * * *', run: () => tidyLine(db) };
  if (!config.findSimilar) return [tidying];
  return [
    tidying,
    {
      name: 'look-for-undescribed',
      schedule: '* * * * *',
      run: async () => {
        if (await hasWaiting(db)) await askForWork(db);
      },
    },
    {
      name: DESCRIBE,
      run: async () => {
        const version = await versionOf(deps);
        if (known !== version) await waitForVersion(db, version);
        known = version;
        if (!(await describeSome({ ...deps, version }))) await askForWork(db);
      },
    },
  ];
}

/** Works at the line for a while. True: nothing waits any more. */
async function describeSome(using: Describing & IndexDeps): Promise<boolean> {
  const end = performance.now() + PIECE_MS;
  await describeFirst(using, 'pictures', AT_ONCE, end);
  await describeFirst(using, 'groups', GROUPS_AT_ONCE, end);
  if (await hasWaiting(using.db)) return false;
  await decideLikeness(using, using.version);
  return true;
}

async function describeFirst(using: Describing, of: 'pictures' | 'groups', count: number, end: number): Promise<void> {
  for (;;) {
    const waiting = await firstWaiting(using.db, of, count);
    if (waiting.length === 0) return;
    const began = performance.now();
    await describeTogether(using, waiting);
    await makeRoom(performance.now() - began, SHARE_OF_PEOPLE);
    if (performance.now() >= end) return;
  }
}

/** One that the process ends over does not keep the others from it. */
async function describeTogether(using: Describing, waiting: readonly Waiting[]): Promise<void> {
  try {
    await storeEmbeddings(using.db, await describeThings(using, waiting), using.version);
    await leaveLine(
      using.db,
      waiting.flatMap(({ places }) => places),
    );
  } catch (error) {
    // Whatever else it is, such as a bucket that does not answer: the queue hands the work out again, later.
    if (!(error instanceof LearnerExited)) throw error;
    if (waiting.length === 1) return tryAgain(using, waiting[0]!);
    for (const one of waiting) await describeTogether(using, [one]);
  }
}

/** A picture that the process ended over is tried some times more; then it looks like nothing. */
async function tryAgain({ db, version }: Describing, one: Waiting): Promise<void> {
  if (one.failures + 1 < MOST_FAILURES) await waitAgain(db, one);
  else await storeEmbeddings(db, [{ ...one, embedding: null }], version);
  await leaveLine(db, one.places);
}
