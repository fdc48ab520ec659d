import { join } from 'node:path';
import type { LearnerResult, LearnerRequest, Progress } from '@console/learner/protocol';
import { HttpError } from '../../platform/errors';
import { InterruptedError } from '../../platform/queue/kind';
import { messages } from './messages';
import { ChildExited, ChildRefusal, startChild, type ChildProgram } from '../../platform/children/child-process';

/** An error that the user can fix, such as too few images or an unreadable image. */
export class LearnerRefusal extends HttpError {
  constructor(detail: string) {
    super(400, detail);
  }
}

/** The process exited before it had responded. */
export class LearnerExited extends InterruptedError {
  override message = messages.learnerExited;
}

/** A running learner: a child process that trains models and makes predictions. */
export interface Learner {
  /** Throws LearnerRefusal, LearnerExited, or the signal's reason. The signal kills the process to stop the computation. */
  send: (
    request: LearnerRequest,
    options?: { onProgress?: (progress: Progress) => void; signal?: AbortSignal },
  ) => Promise<LearnerResult>;
  readonly hasExited: boolean;
  stop: () => void;
}

/** Returns the program of the learner, which has low priority, so that it does not slow down the API. */
export const getLearnerProgram = (): ChildProgram => ({
  bundle: process.env.CONSOLE_LEARNER ?? join(__dirname, '..', 'learner', 'dist', 'learner.cjs'),
  source: join(__dirname, '..', '..', '..', 'learner', 'src', 'main.ts'),
  mallocArenas: 2,
  hasLowPriority: true,
});

/** Starts a learner process, with arguments of Node. */
export function startLearner(nodeOptions: readonly string[] = []): Learner {
  const child = startChild<LearnerRequest, LearnerResult, Progress>({ ...getLearnerProgram(), nodeOptions });
  return {
    send: async (request, { onProgress, signal } = {}) => {
      try {
        return await child.request(request, { onEvent: onProgress, signal });
      } catch (error) {
        if (error instanceof ChildExited) throw new LearnerExited();
        throw error instanceof ChildRefusal ? new LearnerRefusal(error.detail) : error;
      }
    },
    get hasExited() {
      return !child.isRunning;
    },
    stop: child.kill,
  };
}
