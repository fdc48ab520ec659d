import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { BoundedLearner } from '../../learning/bounded-learner';
import { FairQueue } from '../../learning/fair-queue';
import { messages } from './messages';

/** Limits of one request. Predicting an image can take ten seconds, and opening a large model can take longer. */
const LEARNER_LIMITS = { timeoutMs: 60_000, maxResidentBytes: 4_000_000_000 };
/** Maximum number of queued requests. The image of a queued request takes space on the local disk. */
const QUEUE_LIMITS = { perOwner: 20, total: 200 };

/** Whether the notes of a model show that it was uploaded. */
export const isUploadedModel = (metrics: unknown): boolean =>
  typeof metrics === 'object' && metrics !== null && 'uploaded' in metrics;

interface ModelRunner {
  learner: BoundedLearner;
  queue: FairQueue;
}
const runners = new WeakMap<FileStore, ModelRunner>();

/**
 * Returns a function that sends requests of a workspace to the process of uploaded models. This process is separate from the process of
 * the built-in models. Workspaces take turns. If the process exits, for example because its memory is exhausted, the request is repeated
 * once in a new process. Throws 503 if the queue is full.
 */
export function getUploadedModelRunner(
  files: FileStore,
  workspaceId: string,
): (request: LearnerRequest) => Promise<LearnerResult> {
  const runner = runners.get(files) ?? {
    learner: new BoundedLearner(LEARNER_LIMITS, messages.check),
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
