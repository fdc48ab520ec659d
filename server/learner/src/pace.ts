import { setImmediate } from 'node:timers/promises';
import type { Phase, Progress } from './protocol';

interface Part {
  phase: Phase;
  /** Number of steps. */
  total: number;
  /** Estimated duration of a step, used until the first step of the phase is measured. */
  seconds: number;
}

const BETWEEN_REPORTS_MS = 500;

/** Reports the progress of a training with the estimated time left, based on the measured pace of the current phase. */
export class Pace {
  private current: { phase: Phase; since: number } | null = null;
  private last = -Infinity;

  constructor(
    private readonly report: (progress: Progress) => void,
    private readonly parts: readonly Part[],
  ) {}

  /** Records that `done` steps of a phase are finished, and lets other work of the process run. */
  async step(phase: Phase, done: number, loss?: number): Promise<void> {
    const now = performance.now();
    if (this.current?.phase !== phase) {
      this.current = { phase, since: now };
      this.last = -Infinity;
    }
    const at = this.parts.findIndex((part) => part.phase === phase);
    const part = this.parts[at]!;
    if (now - this.last >= BETWEEN_REPORTS_MS || done === part.total) {
      this.last = now;
      // The start of the first step was not measured: it began before this call.
      const measured = done > 1 ? (now - this.current.since) / 1000 / (done - 1) : part.seconds;
      const later = this.parts.slice(at + 1).reduce((sum, { total, seconds }) => sum + total * seconds, 0);
      const secondsLeft = Math.round((part.total - done) * measured + later);
      this.report({ phase, done, total: part.total, secondsLeft, ...(loss === undefined ? {} : { loss }) });
    }
    await setImmediate();
  }
}
