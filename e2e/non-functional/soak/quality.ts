// Simulates annotators with known error rates: do the intervals of the quality measures contain the truth, and are decisions about
// targets right? The suite of the server runs a short version.
import { simulateCoverage, simulateDecisions } from '../../../server/src/testing/quality/simulation';

const RUNS = 2000;
const SEED = 2026;

const coverage = simulateCoverage({ runs: RUNS, images: 80, seed: SEED });
console.log(`Ratio of ${RUNS} runs of 80 images whose 95 % interval contains the truth`);
for (const [measure, ratio] of Object.entries(coverage)) console.log(`  ${measure.padEnd(16)} ${ratio.toFixed(3)}`);

const decisions = simulateDecisions({ runs: RUNS, images: 500, seed: SEED });
console.log(`Decisions about a target, checked after each of 500 images, in ${RUNS} runs`);
for (const { offset, wrong, decided } of decisions)
  console.log(`  target = truth ${offset >= 0 ? '+' : '-'} ${Math.abs(offset)}: ${decided} decided, ${wrong} wrong`);

const isCovered = Object.values(coverage).every((ratio) => ratio >= 0.93 && ratio <= 0.97);
const isRight = decisions.every(({ wrong }) => wrong / RUNS <= 0.05);
if (!isCovered) console.error('An interval does not contain the truth in 93 to 97 % of the runs.');
if (!isRight) console.error('More than 5 % of the decisions are wrong.');
process.exitCode = isCovered && isRight ? 0 : 1;
