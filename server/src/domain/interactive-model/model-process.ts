import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import { getLearnerProgram } from '../../ml/learning/learner';
import { ChildExited, startChild, type Child } from '../../platform/children/child-process';
import type { InteractiveModelSettings } from '../../platform/config/interactive-model';
import { HttpError } from '../../platform/errors';
import { messages } from './messages';

/** An unused process is stopped after this time, because a large encoder occupies gigabytes of memory. */
const IDLE_MS = 300_000;

/** Runs the model of the operator in its own process, so that a model that fails affects nothing else. */
export class ModelProcess {
  private child: Child<LearnerRequest, LearnerResult> | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  private isStopped = false;
  /** Requests run one after the other, because each uses all processors. */
  private lastRequest: Promise<unknown> = Promise.resolve();

  constructor(private readonly limits: Pick<InteractiveModelSettings, 'timeoutMs' | 'maxResidentBytes'>) {}

  /** Throws an HttpError: 504 or 502 if a limit is exceeded or the process exits, 400 if the program refuses the request. */
  request(request: LearnerRequest): Promise<LearnerResult> {
    const result = this.lastRequest.then(() => this.send(request));
    this.lastRequest = result.catch(() => undefined);
    return result;
  }

  /** Ends the process, and refuses the requests that wait. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.idleTimer);
    this.child?.kill();
  }

  private async send(request: LearnerRequest): Promise<LearnerResult> {
    if (this.isStopped) throw new HttpError(502, messages.exited);
    clearTimeout(this.idleTimer);
    if (!this.child?.isRunning) this.child = startChild<LearnerRequest, LearnerResult>(getLearnerProgram());
    try {
      return await this.child.request(request, this.limits);
    } catch (error) {
      throw error instanceof ChildExited ? this.explain(error) : error;
    } finally {
      this.idleTimer = setTimeout(() => this.child?.kill(), IDLE_MS).unref();
    }
  }

  private explain({ exit }: ChildExited): HttpError {
    const { timeoutMs, maxResidentBytes } = this.limits;
    if (exit.exceeded === 'time') return new HttpError(504, messages.tooSlow(timeoutMs / 1000));
    return new HttpError(502, exit.exceeded === 'memory' ? messages.tooMuchMemory(maxResidentBytes / 1e6) : messages.exited);
  }
}
