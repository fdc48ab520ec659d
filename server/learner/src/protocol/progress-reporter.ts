import { setImmediate } from 'node:timers/promises';
import type { TrainingPhase, Progress } from './protocol';

interface ProgressPhase {
  phase: TrainingPhase;
  /** Number of steps. */
  total: number;
  /** Estimated duration of a step, used until the first step of the phase is measured. */
  seconds: number;
}

const REPORT_INTERVAL_MS = 500;

/** Reports the progress of a training with the estimated time left, based on the measured pace of the current phase. */
export class ProgressReporter {
  private current: { phase: TrainingPhase; since: number } | null = null;
  private lastReportTime = -Infinity;

  constructor(
    private readonly report: (progress: Progress) => void,
    private readonly phases: readonly ProgressPhase[],
  ) {}

  /** Records that `done` steps of a phase are finished, and lets the event loop process other events. */
  async step(phase: TrainingPhase, done: number, loss?: number): Promise<void> {
    const now = performance.now();
    if (this.current?.phase !== phase) {
      this.current = { phase, since: now };
      this.lastReportTime = -Infinity;
    }
    const index = this.phases.findIndex((progressPhase) => progressPhase.phase === phase);
    const progressPhase = this.phases[index]!;
    if (now - this.lastReportTime >= REPORT_INTERVAL_MS || done === progressPhase.total) {
      this.lastReportTime = now;
      // The first step of a phase started before this call, so its duration is unknown.
      const secondsPerStep = done > 1 ? (now - this.current.since) / 1000 / (done - 1) : progressPhase.seconds;
      const laterSeconds = this.phases.slice(index + 1).reduce((sum, { total, seconds }) => sum + total * seconds, 0);
      const secondsLeft = Math.round((progressPhase.total - done) * secondsPerStep + laterSeconds);
      this.report({ phase, done, total: progressPhase.total, secondsLeft, ...(loss === undefined ? {} : { loss }) });
    }
    await setImmediate();
  }
}
