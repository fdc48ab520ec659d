// Simulates canary releases with known error rates, to test whether the server promotes and rolls back correctly. The server
// compares the versions after each visit, which increases the risk of wrong decisions. The server's unit tests run fewer visits.
import {
  MARGINS,
  MAX_WRONG_PROMOTIONS,
  MAX_WRONG_ROLLBACKS,
} from '../../../server/src/operations/releases/canary/compare-versions';
import { ACTIVE, simulateCanary, type TrueRates } from '../../../server/src/testing/releases/simulate-canary';

const RUN_COUNT = 200;
const CANARY_CASES: { name: string; rates: Partial<TrueRates>; wrongDecision: 'promote' | 'roll back'; limit: number }[] = [
  { name: 'like the active version', rates: {}, wrongDecision: 'roll back', limit: MAX_WRONG_ROLLBACKS },
  { name: 'better', rates: { ready: 0.995, slowness: 0.9 }, wrongDecision: 'roll back', limit: MAX_WRONG_ROLLBACKS },
  {
    name: 'ready less often',
    rates: { ready: ACTIVE.ready - MARGINS.rate },
    wrongDecision: 'promote',
    limit: MAX_WRONG_PROMOTIONS,
  },
  {
    name: 'failing more often',
    rates: { failed: ACTIVE.failed + MARGINS.rate },
    wrongDecision: 'promote',
    limit: MAX_WRONG_PROMOTIONS,
  },
  { name: 'slower', rates: { slowness: MARGINS.time }, wrongDecision: 'promote', limit: MAX_WRONG_PROMOTIONS },
];

for (const share of [0.1, 0.5]) {
  for (const { name, rates, wrongDecision, limit } of CANARY_CASES) {
    const counts = simulateCanary({ ...ACTIVE, ...rates }, { runs: RUN_COUNT, visits: 3000, share, seed: 2026 });
    console.log(`${100 * share} % of visits to a canary ${name}: ${JSON.stringify(counts)} of ${RUN_COUNT} runs`);
    if (counts[wrongDecision] / RUN_COUNT <= limit) continue;
    console.error(`More than ${(100 * limit).toFixed(1)} % are wrong.`);
    process.exitCode = 1;
  }
}
