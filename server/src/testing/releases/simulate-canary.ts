import { createRandom } from '@console/learner/random';
import { compareVersions, type Comparison } from '../../operations/releases';

/** True rates of a version. `slowness` multiplies the times until its pages are ready. */
export interface TrueRates {
  ready: number;
  failed: number;
  slowness: number;
}

export const ACTIVE: TrueRates = { ready: 0.99, failed: 0.005, slowness: 1 };

/** The visits to one version, as they arrive. */
class SimulatedVersion {
  visits = 0;
  ready = 0;
  failed = 0;
  times: number[] = [];

  constructor(
    private readonly rates: TrueRates,
    private readonly random: () => number,
  ) {}

  addVisit(): void {
    this.visits += 1;
    if (this.random() < this.rates.failed) this.failed += 1;
    if (this.random() >= this.rates.ready) return;
    this.ready += 1;
    // Log-normal with a median of 600 ms.
    const normalValue = Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
    const time = this.rates.slowness * 600 * Math.exp(0.6 * normalValue);
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    this.times.splice(low, 0, time);
  }
}

/**
 * Counts the decisions about a canary release with known rates, in runs that compare after each visit to the canary.
 * @param share ratio of the visits that are to the canary
 */
export function simulateCanary(
  canaryRates: TrueRates,
  { runs, visits, share, seed }: { runs: number; visits: number; share: number; seed: number },
): Record<Comparison['decision'], number> {
  const counts = { promote: 0, 'roll back': 0, wait: 0 };
  const random = createRandom(seed);
  for (let run = 0; run < runs; run += 1) {
    const canary = new SimulatedVersion(canaryRates, random);
    const active = new SimulatedVersion(ACTIVE, random);
    let decision: Comparison['decision'] = 'wait';
    while (decision === 'wait' && canary.visits < visits) {
      const isCanary = random() < share;
      (isCanary ? canary : active).addVisit();
      if (isCanary) ({ decision } = compareVersions(canary, active, visits));
    }
    counts[decision] += 1;
  }
  return counts;
}
