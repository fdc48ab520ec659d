import { setImmediate } from 'node:timers/promises';
import type { TrainingPhase, Progress } from './protocol';

interface ProgressPhase {
  phase: TrainingPhase;
  /** Number of steps. */
  total: number;
  /** Estimated duration of a step on an idle machine. */
  seconds: number;
}

const REPORT_INTERVAL_MS = 500;
/** The initial estimate of a phase has the same weight as measurements of this ratio of its steps. */
const PRIOR_RATIO = 0.03;
/** The assumption that the machine has the estimated speed has the same weight as this many measured seconds. */
const PRIOR_SECONDS = 5;

/**
 * Reports the progress of a training with the estimated time left. One slow step changes the estimate little, because the
 * duration of a step is a mean of estimate and measurement. The measured speed of the machine also applies to later phases.
 */
export class ProgressReporter {
  private currentPhase: { phase: TrainingPhase; since: number } | null = null;
  private lastReportTime = -Infinity;
  private readonly measured = { seconds: PRIOR_SECONDS, estimate: PRIOR_SECONDS };

  constructor(
    private readonly report: (progress: Progress) => void,
    private readonly phases: readonly ProgressPhase[],
    /** Returns the current time in milliseconds. */
    private readonly getTime = (): number => performance.now(),
  ) {}

  /** Records that `done` steps of a phase are finished, and lets the event loop process other events. */
  async step(phase: TrainingPhase, doneCount: number, loss?: number): Promise<void> {
    const now = this.getTime();
    const index = this.phases.findIndex((progressPhase) => progressPhase.phase === phase);
    const { total, seconds } = this.phases[index]!;
    if (this.currentPhase?.phase !== phase) {
      this.currentPhase = { phase, since: now };
      this.lastReportTime = -Infinity;
    }
    // The duration of a phase's first step is unknown, because it started before the first call.
    const [measuredSteps, measuredSeconds] = [Math.max(0, doneCount - 1), (now - this.currentPhase.since) / 1000];
    const slowness = (this.measured.seconds + measuredSeconds) / (this.measured.estimate + measuredSteps * seconds);
    if (now - this.lastReportTime >= REPORT_INTERVAL_MS || doneCount === total) {
      this.lastReportTime = now;
      const priorSteps = Math.max(1, total * PRIOR_RATIO);
      const secondsPerStep = (measuredSeconds + priorSteps * seconds * slowness) / (measuredSteps + priorSteps);
      const laterSeconds = this.phases.slice(index + 1).reduce((sum, later) => sum + later.total * later.seconds, 0);
      const secondsLeft = Math.round((total - doneCount) * secondsPerStep + laterSeconds * slowness);
      this.report({ phase, done: doneCount, total, secondsLeft, ...(loss === undefined ? {} : { loss }) });
    }
    if (doneCount === total) {
      this.measured.seconds += measuredSeconds;
      this.measured.estimate += measuredSteps * seconds;
    }
    await setImmediate();
  }
}
