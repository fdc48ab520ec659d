import { ACTIVE, simulateCanary } from '../../../testing/releases/simulate-canary';
import { compareVersions, MARGINS, MAX_WRONG_PROMOTIONS, MAX_WRONG_ROLLBACKS } from './compare-versions';

// `npm run soak -- canary` runs more and longer simulations.
const RUN_COUNT = process.env.LONG ? 15 : 8;
const simulateComparisons = (rates: Partial<typeof ACTIVE>, visits = 1000) =>
  simulateCanary({ ...ACTIVE, ...rates }, { runs: RUN_COUNT, visits, share: 0.3, seed: 7 });

it('promotes a canary like the active version, and rarely rolls it back', () => {
  const counts = simulateComparisons({}, 2500);
  expect(counts['roll back'] / RUN_COUNT).toBeLessThanOrEqual(MAX_WRONG_ROLLBACKS);
  expect(counts.promote / RUN_COUNT).toBeGreaterThan(0.8);
});

it.each([
  ['ready rate', { ready: ACTIVE.ready - MARGINS.rate }],
  ['error rate', { failed: ACTIVE.failed + MARGINS.rate }],
  ['p75 ready time', { slowness: MARGINS.time }],
])('rarely promotes a canary whose %s is worse by the margin', (_measure, rates) => {
  expect(simulateComparisons(rates).promote / RUN_COUNT).toBeLessThanOrEqual(MAX_WRONG_PROMOTIONS);
});

it.each([
  ['ready rate', { ready: 0.92 }],
  ['error rate', { failed: 0.06 }],
  ['p75 ready time', { slowness: 1.5 }],
])('rolls back a canary whose %s is much worse', (_measure, rates) => {
  expect(simulateComparisons(rates)['roll back'] / RUN_COUNT).toBeGreaterThan(0.95);
});

it('the comparison contains the values, the number of visits and the reason', () => {
  const active = { visits: 1000, ready: 990, failed: 5, times: Array.from({ length: 990 }, (_, n) => n) };
  expect(compareVersions({ ...active, visits: 200, ready: 150, times: active.times.slice(0, 150) }, active)).toMatchObject({
    visits: { canary: 200, active: 1000 },
    decision: 'roll back',
    reason: 'the ready rate is worse: 75.0 % instead of 99.0 % after 200 visits',
  });
  const noVisits = { visits: 0, ready: 0, failed: 0, times: [] };
  expect(compareVersions(noVisits, noVisits, 100)).toMatchObject({ decision: 'wait' });
  expect(compareVersions({ ...noVisits, visits: 1, ready: 1, times: [5] }, noVisits, 1).reason).toMatch(/so you must decide$/);
});
