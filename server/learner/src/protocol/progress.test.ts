import { ProgressReporter } from './progress-reporter';
import type { Progress } from './protocol';
import { createSteadyProgress } from './steady-progress';

/** The phases of a training, with the number of steps and the expected seconds per step. */
const PHASES = [
  { phase: 'features', total: 40, seconds: 0.08 },
  { phase: 'training', total: 1800, seconds: 0.06 },
  { phase: 'testing', total: 20, seconds: 0.15 },
] as const;

/**
 * Replays recorded step durations in seconds per phase. Returns the reported remaining times and, for each, the time that really remained.
 */
async function replayTraining(
  durations: readonly (readonly number[])[],
): Promise<{ reported: number; actual: number; time: number }[]> {
  let time = 0;
  const getTime = () => time * 1000;
  const end = durations.flat().reduce((sum, seconds) => sum + seconds, 0);
  const reports: { reported: number; actual: number; time: number }[] = [];
  const report = ({ secondsLeft }: Progress) => reports.push({ reported: secondsLeft!, actual: end - time, time });
  const reporter = new ProgressReporter(createSteadyProgress(report, getTime), PHASES, getTime);
  for (const [index, steps] of durations.entries())
    for (const [step, seconds] of steps.entries()) {
      time += seconds;
      await reporter.step(PHASES[index]!.phase, step + 1);
    }
  return reports;
}

const repeat = (seconds: number, count: number) => Array.from({ length: count }, () => seconds);
const getMaxJump = (reports: readonly { reported: number; time: number }[]) =>
  Math.max(
    ...reports.slice(1).map(({ reported, time }, index) => {
      const expectedSecondsLeft = Math.max(1, reports[index]!.reported - (time - reports[index]!.time));
      return reported >= 15 ? reported / expectedSecondsLeft : 1;
    }),
  );

describe('the remaining time of a training', () => {
  it('does not jump because of one slow step', async () => {
    // A recorded training: the second step of a phase took 1.7 s, because another process needed the processors. The estimate was then
    // 3,051 s.
    const reports = await replayTraining([repeat(0.08, 40), [0.06, 1.7, ...repeat(0.06, 1798)], repeat(0.15, 20)]);
    expect(getMaxJump(reports)).toBeLessThan(1.2);
    for (const { reported, actual } of reports) expect(reported).toBeLessThan(1.5 * actual + 15);
  });

  it('adapts to a machine four times slower without jumps above a factor of 2', async () => {
    const reports = await replayTraining([repeat(0.32, 40), repeat(0.24, 1800), repeat(0.6, 20)]);
    expect(getMaxJump(reports)).toBeLessThanOrEqual(2);
    for (const { reported, actual } of reports.filter(({ time, actual }) => time > 60 && actual > 20))
      expect(Math.abs(reported / actual - 1)).toBeLessThan(0.25);
  });

  it('decreases faster when the machine becomes idle', async () => {
    const reports = await replayTraining([repeat(0.24, 40), [...repeat(0.18, 600), ...repeat(0.06, 1200)], repeat(0.15, 20)]);
    expect(getMaxJump(reports)).toBeLessThanOrEqual(2);
    expect(reports.at(-1)!.reported).toBe(0);
  });
});
