import { groupByKey } from '../../data-access/rows/group-by-key';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { yieldToRequests } from '../../platform/http/activity';
import { getLearnerClient } from '../learning/learner-client';
import { LearnerExited } from '../learning/learner';
import { getLearningFolder } from '../learning/local-files';
import { enqueueJob } from '../../platform/queue/jobs';
import { announceIndexing } from '../../platform/live/notification';
import type { MaintenanceTask } from '../../platform/queue/kind';
import { selectEmbeddingParts } from './embedding-part';
import { computeEmbeddings, type EmbeddingDeps } from './compute-embeddings';
import {
  readQueued,
  hasQueued,
  deleteQueueEntries,
  MAX_FAILURES,
  cleanUpQueue,
  requeueFailed,
  enqueueMissingShapes,
  enqueueOutdated,
  type QueuedItem,
  type QueueSelection,
} from './embedding-queue';
import { deletePreviousIndexes, getBuiltInVersion, getEmbeddingVersion, type IndexDeps } from './local-index';
import { storeEmbeddings } from './stored-embeddings';
import type { SimilarDeps } from './similar-items';

const EMBED_ITEMS = 'describe-things';
/** Number of items per batch. A query that arrives during a batch waits until the batch is finished. */
const BATCH_SIZES: readonly (readonly [QueueSelection, number])[] = [
  ['images', 8],
  ['uploaded-model-images', 4],
  ['groups', 50],
];
/** While users are active, the work pauses after each batch for this many times the duration of the batch. */
const PAUSE_FACTOR = 2;
/** Maximum time in which a job starts batches of one kind of items. It is short, because a server that shuts down waits for the job. */
const JOB_MS = 5_000;

/** Queues a job that computes the missing embeddings. */
export async function enqueueEmbeddingJob(db: Db): Promise<void> {
  await enqueueJob(db, { task: EMBED_ITEMS, payload: {}, key: EMBED_ITEMS, queue: EMBED_ITEMS });
}

/** Creates the background tasks that embed new and changed items. Only one server at a time runs the job. */
export function createSimilarTasks({ db, files, config }: SimilarDeps): MaintenanceTask[] {
  const client = getLearnerClient(files);
  const deps = {
    db,
    files,
    folder: getLearningFolder(config),
    send: client.sendInBackground,
    getStartCount: () => client.startCount,
  };
  let checkedVersion: number | null = null;
  let hasQueuedShapes = false;
  const cleanUpTask: MaintenanceTask = {
    name: 'tidy-undescribed',
    schedule: '43 3 * * *',
    run: async () => {
      await cleanUpQueue(db);
      if (config.findSimilar) await enqueueMissingShapes(db);
    },
  };
  if (!config.findSimilar) return [cleanUpTask];
  return [
    cleanUpTask,
    {
      name: 'look-for-undescribed',
      schedule: '* * * * *',
      run: async () => {
        if (!hasQueuedShapes) await enqueueMissingShapes(db);
        hasQueuedShapes = true;
        if (await hasQueued(db)) await enqueueEmbeddingJob(db);
      },
    },
    {
      name: EMBED_ITEMS,
      run: async () => {
        const version = await getBuiltInVersion(deps);
        if (checkedVersion !== version) await enqueueOutdated(db, version);
        checkedVersion = version;
        if (!(await embedQueued(deps))) await enqueueEmbeddingJob(db);
      },
    },
  ];
}

type TaskDeps = Omit<EmbeddingDeps, 'version'> & IndexDeps;

/** Processes the queue for a limited time. Returns true if it is empty. */
async function embedQueued(deps: TaskDeps): Promise<boolean> {
  for (const [selection, count] of BATCH_SIZES) await embedSelection(deps, selection, count, performance.now() + JOB_MS);
  if (await hasQueued(deps.db)) return false;
  await selectEmbeddingParts(deps);
  // All embeddings of the current models are computed, so the indexes of deleted and replaced models are unused.
  await deletePreviousIndexes(deps);
  return true;
}

async function embedSelection(deps: TaskDeps, selection: QueueSelection, count: number, deadline: number): Promise<void> {
  for (;;) {
    const items = await readQueued(deps.db, selection, count);
    if (items.length === 0) return;
    const startTime = performance.now();
    for (const [workspaceId, workspaceItems] of groupByKey(items, (item) => item.workspaceId))
      await embedBatch({ ...deps, version: await getEmbeddingVersion(deps, workspaceId) }, workspaceItems);
    await announceIndexing(deps.db, [...new Set(items.map(({ workspaceId }) => workspaceId))]);
    await yieldToRequests(performance.now() - startTime, PAUSE_FACTOR);
    if (performance.now() >= deadline) return;
  }
}

/** Embeds a batch of a workspace. If the learner exits, the items are tried one by one, so that one image cannot block the others. */
async function embedBatch(deps: EmbeddingDeps, items: readonly QueuedItem[]): Promise<void> {
  try {
    await storeEmbeddings(deps.db, await computeEmbeddings(deps, items), deps.version);
    await deleteQueueEntries(
      deps.db,
      items.flatMap(({ entries }) => entries),
    );
  } catch (error) {
    // Only a crash of the learner, or an HttpError of an uploaded model, can be caused by an item. After other errors, such as an
    // unreachable file store, the queue repeats the job later.
    const isModelFailure = error instanceof HttpError && error.status !== 503;
    if (!(error instanceof LearnerExited || isModelFailure)) throw error;
    if (items.length === 1) return retryOrGiveUp(deps, items[0]!);
    for (const item of items) await embedBatch(deps, [item]);
  }
}

/** Queues an item again if its image may have crashed the learner. After some attempts, the item is stored without an embedding. */
async function retryOrGiveUp({ db, version }: EmbeddingDeps, item: QueuedItem): Promise<void> {
  if (item.failures + 1 < MAX_FAILURES) await requeueFailed(db, item);
  else await storeEmbeddings(db, [{ ...item, embedding: null, thumbnail: null }], version);
  await deleteQueueEntries(db, item.entries);
}
