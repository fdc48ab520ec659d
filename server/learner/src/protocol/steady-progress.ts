import type { Progress } from './protocol';

/** Time in which the reported remaining time may at most double or halve, apart from the time that has elapsed. */
const DOUBLING_SECONDS = 10;
/** Shorter remaining times are reported unchanged, because small jumps do not matter and the end must not be reported late. */
const MIN_LIMITED_SECONDS = 15;

/**
 * Returns a function that reports progress without jumps of the remaining time. Between two reports, the remaining time at
 * most doubles or halves, and changes less within a short time. Users rely on this time, and a jump looks like a fault.
 */
export function createSteadyProgress(
  report: (progress: Progress) => void,
  getTime = (): number => performance.now(),
): (progress: Progress) => void {
  let lastReport: { time: number; secondsLeft: number } | null = null;
  return (progress) => {
    const { secondsLeft } = progress;
    if (secondsLeft === undefined) return report(progress);
    const time = getTime();
    let steadySecondsLeft = secondsLeft;
    if (lastReport && secondsLeft >= MIN_LIMITED_SECONDS) {
      const elapsed = (time - lastReport.time) / 1000;
      const expected = Math.max(MIN_LIMITED_SECONDS, lastReport.secondsLeft - elapsed);
      const factor = Math.min(2, 2 ** (elapsed / DOUBLING_SECONDS));
      steadySecondsLeft = Math.min(expected * factor, Math.max(expected / factor, secondsLeft));
    }
    lastReport = { time, secondsLeft: steadySecondsLeft };
    report({ ...progress, secondsLeft: Math.round(steadySecondsLeft) });
  };
}
