import { setImmediate } from 'node:timers/promises';
import type { Phase, Progress } from './protocol';

interface Part {
  phase: Phase;
  /** Steps. */
  total: number;
  /** What a step is thought to take before the first is done. */
  seconds: number;
}

const BETWEEN_REPORTS_MS = 500;

/** Tells how far a training is and how long it will take: what is left of each part, at the pace that it has shown. */
export class Pace {
  private current: { phase: Phase; since: number } | null = null;
  private last = -Infinity;

  constructor(
    private readonly report: (progress: Progress) => void,
    private readonly parts: readonly Part[],
  ) {}

  /** `done` steps of a phase are done. Gives way to whatever else waits for the process. */
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
      // The first step of a phase was begun before this class heard of it.
      const measured = done > 1 ? (now - this.current.since) / 1000 / (done - 1) : part.seconds;
      const later = this.parts.slice(at + 1).reduce((sum, { total, seconds }) => sum + total * seconds, 0);
      const secondsLeft = Math.round((part.total - done) * measured + later);
      this.report({ phase, done, total: part.total, secondsLeft, ...(loss === undefined ? {} : { loss }) });
    }
    await setImmediate();
  }
}
