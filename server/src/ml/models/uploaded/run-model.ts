import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { BoundedLearner } from '../../learning/bounded-learner';
import { messages } from './messages';

/** A request has up to ten images, and models may take ten seconds for each. */
const LIMITS = { timeoutMs: 120_000, maxResidentBytes: 4_000_000_000 };

/** Whether the notes of a model are those of an uploaded one. */
export const isUploadedModel = (metrics: unknown): boolean =>
  typeof metrics === 'object' && metrics !== null && 'uploaded' in metrics;

const learners = new WeakMap<FileStore, BoundedLearner>();

/**
 * Returns a function that sends requests with uploaded models to their own process, which is not the one of the built-in models. If it
 * exits, for example because several models need too much memory together, the request is repeated once in a new process.
 */
export function getUploadedModelRunner(files: FileStore): (request: LearnerRequest) => Promise<LearnerResult> {
  const learner = learners.get(files) ?? new BoundedLearner(LIMITS, messages.check);
  learners.set(files, learner);
  return (request) =>
    learner.request(request).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 502) return learner.request(request);
      throw error;
    });
}
