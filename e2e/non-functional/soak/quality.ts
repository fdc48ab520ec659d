// Simulates annotators with known error rates, to test whether the intervals of the quality measures contain the truth, and whether
// decisions about targets are correct. The tests of the server run a short simulation.
import {
  AVERAGE_ANNOTATOR,
  GOOD_ANNOTATOR,
  simulateCoverage,
  simulateDecisions,
} from '../../../server/src/testing/quality/simulation';

const RUN_COUNT = 2000;
const SEED = 2026;
const IMAGE_COUNTS = [80, 200];
/** With few errors, the intervals are wider than necessary. This is acceptable, because wide intervals still contain the truth. */
const ANNOTATORS = [
  { name: 'average', rates: AVERAGE_ANNOTATOR, highest: 0.97 },
  { name: 'good', rates: GOOD_ANNOTATOR, highest: 0.98 },
];
const MIN_COVERAGE = 0.93;

const areIntervalsCovered = IMAGE_COUNTS.flatMap((images) =>
  ANNOTATORS.flatMap(({ name, rates, highest }) => {
    const coverage = simulateCoverage({ runs: RUN_COUNT, images, seed: SEED }, rates);
    console.log(
      `Ratio of ${RUN_COUNT} runs of ${images} images with errors of the ${name} annotator whose 95 % interval contains the truth`,
    );
    for (const [measure, ratio] of Object.entries(coverage)) console.log(`  ${measure.padEnd(16)} ${ratio.toFixed(3)}`);
    return Object.values(coverage).map((ratio) => ratio >= MIN_COVERAGE && ratio <= highest);
  }),
).every(Boolean);

const decisions = simulateDecisions({ runs: RUN_COUNT, images: 500, seed: SEED });
console.log(`Decisions about a target, checked after each of 500 images, in ${RUN_COUNT} runs`);
for (const { offset, wrong, decided } of decisions)
  console.log(`  target = truth ${offset >= 0 ? '+' : '-'} ${Math.abs(offset)}: ${decided} decided, ${wrong} wrong`);

const areDecisionsCorrect = decisions.every(({ wrong }) => wrong / RUN_COUNT <= 0.05);
if (!areIntervalsCovered) console.error('An interval contains the truth in too few or too many runs.');
if (!areDecisionsCorrect) console.error('More than 5 % of the decisions are wrong.');
process.exitCode = areIntervalsCovered && areDecisionsCorrect ? 0 : 1;
