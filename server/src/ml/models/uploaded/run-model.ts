import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { BoundedLearner } from '../../learning/bounded-learner';
import { FairQueue } from '../../learning/fair-queue';
import { messages } from './messages';

/** Limits of an image. It may take ten seconds, and opening a large model longer. */
const LIMITS = { timeoutMs: 60_000, maxResidentBytes: 4_000_000_000 };
/** Number of requests that wait. While a request waits, its image takes space on the local disk. */
const QUEUE_LIMITS = { perOwner: 20, total: 200 };

/** Whether the notes of a model are those of an uploaded one. */
export const isUploadedModel = (metrics: unknown): boolean =>
  typeof metrics === 'object' && metrics !== null && 'uploaded' in metrics;

interface Runner {
  learner: BoundedLearner;
  queue: FairQueue;
}
const runners = new WeakMap<FileStore, Runner>();

/**
 * Returns a function that sends requests with uploaded models of a workspace to their own process, which is not the one of the built-in
 * models. Workspaces take turns. If the process exits, for example because several models need too much memory together, the request is
 * repeated once in a new process. Throws 503 if too many requests wait.
 */
export function getUploadedModelRunner(
  files: FileStore,
  workspaceId: string,
): (request: LearnerRequest) => Promise<LearnerResult> {
  const runner = runners.get(files) ?? {
    learner: new BoundedLearner(LIMITS, messages.check),
    queue: new FairQueue(QUEUE_LIMITS, messages.tooManyRequests),
  };
  runners.set(files, runner);
  const { learner, queue } = runner;
  return (request) =>
    queue.run(workspaceId, () =>
      learner.request(request).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 502) return learner.request(request);
        throw error;
      }),
    );
}
