import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import { ChildExited, startChild, type Child } from '../../platform/children/child-process';
import { HttpError } from '../../platform/errors';
import { getLearnerProgram } from './learner';

/** A process that is idle for this time is stopped, because a large model occupies gigabytes of memory. */
const IDLE_MS = 300_000;

/** The limits of each request. */
export interface LearnerLimits {
  timeoutMs: number;
  maxResidentBytes: number;
}

/** Errors that users see when a request exceeds a limit, or when the process exits. */
interface LimitMessages {
  tooSlow: (seconds: number) => string;
  tooMuchMemory: (megabytes: number) => string;
  exited: string;
}

/** Runs models that users or the operator supply in a separate process with limits. A failing model therefore affects nothing else. */
export class BoundedLearner {
  private child: Child<LearnerRequest, LearnerResult> | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  private isStopped = false;
  /** Requests run one after the other, because each uses all processors. */
  private lastRequest: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly limits: LearnerLimits,
    private readonly messages: LimitMessages,
  ) {}

  /** Throws an HttpError: 504 or 502 if a limit is exceeded or the process exits, 400 if the program rejects the request. */
  request(request: LearnerRequest): Promise<LearnerResult> {
    const response = this.lastRequest.then(() => this.send(request));
    this.lastRequest = response.catch(() => undefined);
    return response;
  }

  /** Ends the process and rejects queued requests. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.idleTimer);
    this.child?.kill();
  }

  private async send(request: LearnerRequest): Promise<LearnerResult> {
    if (this.isStopped) throw new HttpError(502, this.messages.exited);
    clearTimeout(this.idleTimer);
    if (!this.child?.isRunning) this.child = startChild<LearnerRequest, LearnerResult>(getLearnerProgram());
    try {
      const { timeoutMs, maxResidentBytes } = this.limits;
      return await this.child.request(request, { timeoutMs, maxResidentBytes });
    } catch (error) {
      throw error instanceof ChildExited ? this.explainExit(error) : error;
    } finally {
      this.idleTimer = setTimeout(() => this.child?.kill(), IDLE_MS).unref();
    }
  }

  private explainExit({ exit }: ChildExited): HttpError {
    const { timeoutMs, maxResidentBytes } = this.limits;
    if (exit.exceeded === 'time') return new HttpError(504, this.messages.tooSlow(timeoutMs / 1000));
    return new HttpError(
      502,
      exit.exceeded === 'memory' ? this.messages.tooMuchMemory(maxResidentBytes / 1e6) : this.messages.exited,
    );
  }
}
