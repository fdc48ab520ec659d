import { simulateCoverage, simulateDecisions } from './simulate-annotators';

describe('estimateMeasure', () => {
  it('covers the truth of simulated annotators in 90 to 98 % of runs', () => {
    for (const share of Object.values(simulateCoverage({ runs: 200, images: 80, seed: 11 }))) {
      expect(share).toBeGreaterThanOrEqual(0.9);
      expect(share).toBeLessThanOrEqual(0.98);
    }
  });
});

describe('TargetTest', () => {
  it('is wrong in at most 5 % of simulated runs that check after each image', () => {
    const runs = 200;
    const decisions = simulateDecisions({ runs, images: 200, seed: 5 });
    for (const { wrong } of decisions) expect(wrong / runs).toBeLessThanOrEqual(0.05);
    // Targets that are 0.05 away from the truth.
    for (const { decided } of [decisions[0]!, decisions.at(-1)!]) expect(decided / runs).toBeGreaterThan(0.5);
  });
});
