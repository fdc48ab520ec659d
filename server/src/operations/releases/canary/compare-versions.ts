import { computeQuantileInterval, computeRateInterval, type Interval } from '../../../platform/statistics/confidence-sequence';

/** The visits to pages of one version. */
export interface VersionVisits {
  visits: number;
  ready: number;
  failed: number;
  /** Loading times of the ready visits in milliseconds, in ascending order. */
  times: ArrayLike<number>;
}

/** One measure of both versions. The values are rates or milliseconds. */
export interface Measure {
  name: 'ready' | 'failed' | 'p75';
  canary: Interval & { value: number };
  active: Interval & { value: number };
  /** `worse`: the canary release is worse than the active version; `equal`: it is not worse by more than the margin. */
  finding: 'worse' | 'equal' | 'unknown';
}

export interface Comparison {
  visits: { canary: number; active: number };
  measures: Measure[];
  decision: 'promote' | 'roll back' | 'wait';
  reason: string;
}

/**
 * Maximum differences at which a canary (a version for some of the users) is promoted: for the ready rate and the error rate as a
 * difference, for the times as a ratio.
 */
export const MARGINS = { rate: 0.02, time: 1.2 };
/**
 * Maximum probability of rolling back a canary that is not worse. The comparison uses six intervals (three measures of two versions), each
 * of which may be wrong with a sixth of this probability. A rollback is wrong only if at least one interval is wrong. A promotion is wrong
 * only if one of the two intervals of the worse measure is wrong. Its probability is therefore at most a third of this value.
 */
export const MAX_WRONG_ROLLBACKS = 0.05;
export const MAX_WRONG_PROMOTIONS = MAX_WRONG_ROLLBACKS / 3;

const ERROR_PROBABILITY = MAX_WRONG_ROLLBACKS / 6;
const READY_RATE_OPTIONS = { alpha: ERROR_PROBABILITY, prior: { hits: 20, misses: 0.5 } };
const ERROR_RATE_OPTIONS = { alpha: ERROR_PROBABILITY, prior: { hits: 0.5, misses: 20 } };
const READY_TIME_OPTIONS = { alpha: ERROR_PROBABILITY, prior: { hits: 7.5, misses: 2.5 } };

/** The API limits times to this number of milliseconds. */
const MAX_TIME = 120_000;

type Estimate = Measure['canary'];

function estimateRate(successes: number, total: number, options: typeof READY_RATE_OPTIONS): Estimate {
  return { value: total === 0 ? 0 : successes / total, ...computeRateInterval({ hits: successes, total }, options) };
}

function estimateTime({ times }: VersionVisits): Estimate {
  const value = times[Math.ceil(0.75 * times.length) - 1] ?? 0;
  const { low, high } = computeQuantileInterval(times, 0.75, READY_TIME_OPTIONS);
  return { value, low, high: Math.min(high, MAX_TIME) };
}

/** Compares two estimates for which higher values are worse. */
function findDifference(canary: Estimate, active: Estimate, limit: number): Measure['finding'] {
  if (canary.low > active.high) return 'worse';
  return canary.high < limit ? 'equal' : 'unknown';
}

const negateEstimate = ({ value, low, high }: Estimate): Estimate => ({ value: -value, low: -high, high: -low });

function createMeasures(canary: VersionVisits, active: VersionVisits): Measure[] {
  const ready = {
    canary: estimateRate(canary.ready, canary.visits, READY_RATE_OPTIONS),
    active: estimateRate(active.ready, active.visits, READY_RATE_OPTIONS),
  };
  const failed = {
    canary: estimateRate(canary.failed, canary.visits, ERROR_RATE_OPTIONS),
    active: estimateRate(active.failed, active.visits, ERROR_RATE_OPTIONS),
  };
  const p75 = { canary: estimateTime(canary), active: estimateTime(active) };
  const readyLimit = MARGINS.rate - ready.active.high;
  return [
    { name: 'ready', ...ready, finding: findDifference(negateEstimate(ready.canary), negateEstimate(ready.active), readyLimit) },
    { name: 'failed', ...failed, finding: findDifference(failed.canary, failed.active, failed.active.low + MARGINS.rate) },
    { name: 'p75', ...p75, finding: findDifference(p75.canary, p75.active, p75.active.low * MARGINS.time) },
  ];
}

const MEASURE_NAMES = { ready: 'ready rate', failed: 'error rate', p75: 'p75 ready time' };
const formatMeasure = ({ name }: Measure, value: number) =>
  name === 'p75' ? `${Math.round(value)} ms` : `${(100 * value).toFixed(1)} %`;
const listNames = (measures: readonly Measure[]) => measures.map(({ name }) => MEASURE_NAMES[name]).join(', ');

/**
 * Compares the visits to a canary with the visits to the active version in the same period. The comparison can be repeated after each
 * visit, because it uses confidence sequences. Rates are compared directly, and the p75 ready time by ranks.
 * @param maxVisits number of visits to the canary after which the operator must decide; undefined if the server only compares
 */
export function compareVersions(canary: VersionVisits, active: VersionVisits, maxVisits?: number): Comparison {
  const measures = createMeasures(canary, active);
  const visits = { canary: canary.visits, active: active.visits };
  const worseMeasure = measures.find(({ finding }) => finding === 'worse');
  if (worseMeasure) {
    const values = `${formatMeasure(worseMeasure, worseMeasure.canary.value)} instead of ${formatMeasure(worseMeasure, worseMeasure.active.value)}`;
    const reason = `the ${MEASURE_NAMES[worseMeasure.name]} is worse: ${values} after ${canary.visits} visits`;
    return { visits, measures, decision: 'roll back', reason };
  }
  const unknownMeasures = measures.filter(({ finding }) => finding === 'unknown');
  if (unknownMeasures.length === 0) {
    const reason = `no measure is worse by more than the margin after ${canary.visits} visits`;
    return { visits, measures, decision: 'promote', reason };
  }
  const isOver = maxVisits !== undefined && canary.visits >= maxVisits;
  const reason = `${canary.visits} visits do not show whether it is worse (${listNames(unknownMeasures)})`;
  return { visits, measures, decision: 'wait', reason: isOver ? `${reason}, so you must decide` : reason };
}
