import { createRandom } from '@console/learner/random';
import { computeAuditSize, computeErrorBound, computeMinAuditSize, type AuditCounts } from './error-bound';
import { isSameAnswer } from './image-answer';
import { computeLowerProbabilities, type ReferencePrediction } from './lower-probabilities';

const TARGET_ERROR = 0.05;
const TRIALS = 100;

/** Predictions whose scores are too high, and which are correct more often with a higher score. */
function simulatePredictions(random: () => number, count: number): ReferencePrediction[] {
  return Array.from({ length: count }, () => {
    const score = random();
    return { score, isCorrect: random() < Math.min(0.995, 0.4 + 0.75 * score ** 2) };
  });
}

/**
 * Accepts predictions with an expected error of at most `TARGET_ERROR`. Returns the mean number of accepted predictions, and the expected and the
 * real error rates.
 */
function simulateAcceptance(references: number) {
  const nextRandom = createRandom(138);
  let [acceptedCount, errorCount, expectedErrors] = [0, 0, 0];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const decidedPredictions = simulatePredictions(nextRandom, references);
    const images = simulatePredictions(nextRandom, 200);
    const probabilities = computeLowerProbabilities(
      decidedPredictions,
      images.map(({ score }) => score),
    );
    for (const [index, { isCorrect }] of images.entries()) {
      const error = 1 - probabilities[index]!;
      if (error > TARGET_ERROR) continue;
      acceptedCount += 1;
      expectedErrors += error;
      if (!isCorrect) errorCount += 1;
    }
  }
  return { accepted: acceptedCount / TRIALS, expected: expectedErrors / acceptedCount, error: errorCount / acceptedCount };
}

/** Returns the estimate of isotonic regression by its max-min formula for a wrong prediction that is added. */
function computeRegressionAt(references: readonly ReferencePrediction[], score: number): number {
  const allReferences = [...references, { score, isCorrect: false }];
  const scores = [...new Set(allReferences.map((otherReference) => otherReference.score))].sort((a, b) => a - b);
  const correctAndTotal = scores
    .map((distinctScore) => allReferences.filter((reference) => reference.score === distinctScore))
    .map((group) => [group.filter(({ isCorrect }) => isCorrect).length, group.length] as const);
  const scoreIndex = scores.indexOf(score);
  let bestRatio = 0;
  for (let firstIndex = 0; firstIndex <= scoreIndex; firstIndex += 1) {
    let [correct, count, minimumRatio] = [0, 0, 1];
    for (let lastIndex = firstIndex; lastIndex < correctAndTotal.length; lastIndex += 1) {
      correct += correctAndTotal[lastIndex]![0];
      count += correctAndTotal[lastIndex]![1];
      if (lastIndex >= scoreIndex) minimumRatio = Math.min(minimumRatio, correct / count);
    }
    bestRatio = Math.max(bestRatio, minimumRatio);
  }
  return bestRatio;
}

describe('computeLowerProbabilities', () => {
  it('treats the assessed prediction as an additional wrong reference', () => {
    const correctReferences = Array.from({ length: 19 }, () => ({ score: 0.8, isCorrect: true }));
    expect(computeLowerProbabilities(correctReferences, [0.7, 0.8, 0.9])).toEqual([0, 0.95, 0.95]);
    expect(computeLowerProbabilities([...correctReferences, { score: 0.2, isCorrect: false }], [0.1, 0.5, 0.9])).toEqual([
      0, 0, 0.95,
    ]);
    expect(computeLowerProbabilities([], [0.9])).toEqual([0]);
  });

  it('does not pool a lower score with references of equal scores', () => {
    const references = Array.from({ length: 9 }, (_, index) => ({ score: 0.9, isCorrect: index > 0 }));
    expect(computeLowerProbabilities(references, [0.6, 0.9])).toEqual([0, 0.8]);
  });

  it('returns the regression value after a wrong prediction, for 20,000 scores in half a second', () => {
    const nextRandom = createRandom(7);
    const references = simulatePredictions(nextRandom, 2_000);
    const scores = [
      ...simulatePredictions(nextRandom, 19_000).map(({ score }) => score),
      ...references.slice(0, 1_000).map(({ score }) => score),
    ];
    const startTime = performance.now();
    const probabilities = computeLowerProbabilities(references, scores);
    expect(performance.now() - startTime).toBeLessThan(500);
    for (const index of [0, 1, 2, 19_000, 19_001])
      expect(probabilities[index]).toBeCloseTo(computeRegressionAt(references, scores[index]!), 10);
  });

  it.each([100, 200])('keeps the real error of accepted predictions under the target with %i references', (references) => {
    const { accepted, expected, error } = simulateAcceptance(references);
    expect(expected).toBeLessThanOrEqual(TARGET_ERROR);
    expect(error).toBeLessThanOrEqual(expected);
    expect(accepted).toBeGreaterThan(5);
  });
});

describe('computeErrorBound', () => {
  /** Returns the ratio of audits that confirm the target at some point. Each image is wrong with the probability `error`. */
  function simulateAudits(error: number, { audits, images }: { audits: number; images: number }): number {
    const nextRandom = createRandom(31);
    const confirmed = Array.from({ length: audits }, () => {
      let errors = 0;
      return Array.from({ length: images }, (_, index) => {
        if (nextRandom() < error) errors += 1;
        return computeErrorBound({ errors, audited: index + 1 }) <= TARGET_ERROR;
      }).some(Boolean);
    });
    return confirmed.filter(Boolean).length / audits;
  }

  it('confirms too large errors in at most 5 % of audits', () => {
    expect(simulateAudits(1.01 * TARGET_ERROR, { audits: 300, images: 250 })).toBeLessThanOrEqual(0.05);
    expect(simulateAudits(3 * TARGET_ERROR, { audits: 100, images: 250 })).toBe(0);
  });

  it('confirms a small error', () => {
    expect(simulateAudits(0.005, { audits: 100, images: 250 })).toBeGreaterThan(0.9);
  });

  it('is at most the target after the minimum number of images without an error', () => {
    const noEvidence = { audited: 0, errors: 0 };
    expect([0.01, 0.05, 0.1].map((target) => computeMinAuditSize(target, noEvidence, 1000))).toEqual([495, 81, 36]);
    expect(computeErrorBound({ errors: 0, audited: 81 })).toBeLessThanOrEqual(TARGET_ERROR);
    expect(computeErrorBound({ errors: 0, audited: 80 })).toBeGreaterThan(TARGET_ERROR);
    expect(computeErrorBound({ errors: 1, audited: 81 })).toBeGreaterThan(TARGET_ERROR);
    expect([computeErrorBound(noEvidence), computeErrorBound({ errors: 3, audited: 3 })]).toEqual([1, 1]);
  });

  it('needs more images after errors', () => {
    expect(computeMinAuditSize(TARGET_ERROR, { audited: 36, errors: 0 }, 1000)).toBe(45);
    const size = computeMinAuditSize(TARGET_ERROR, { audited: 36, errors: 2 }, 1000);
    expect(computeErrorBound({ audited: 36 + size, errors: 2 })).toBeLessThanOrEqual(TARGET_ERROR);
    expect(size).toBeGreaterThan(100);
    expect(computeMinAuditSize(TARGET_ERROR, { audited: 36, errors: 20 }, 50)).toBe(50);
  });
});

describe('computeAuditSize', () => {
  const noEvidence = { audited: 0, errors: 0 };
  const MAX_AUDIT_SIZE = 5_000;

  /** Returns the ratio of audits of this size that confirm the target if each image is wrong with this probability. */
  function simulateConfirmed(error: number, { size, target, evidence }: { size: number; target: number; evidence: AuditCounts }) {
    const random = createRandom(80);
    const audits = Array.from({ length: 2_000 }, () => {
      const errors = Array.from({ length: size }, random).filter((number) => number < error).length;
      return computeErrorBound({ audited: evidence.audited + size, errors: evidence.errors + errors }) <= target;
    });
    return audits.filter(Boolean).length / audits.length;
  }

  it.each([
    [0.2, 0.065, noEvidence],
    [0.1, 0.03, noEvidence],
    [0.05, 0.007, noEvidence],
    [0.05, 0.0123, { audited: 300, errors: 3 }],
  ])(
    'confirms a maximum error of %d at an error of %d in 80 %% of audits, above it in 5 %%',
    (target, expectedError, evidence) => {
      const size = computeAuditSize({ targetError: target, expectedError }, evidence, { min: 1, max: MAX_AUDIT_SIZE });
      // Two standard deviations of the simulation are allowed below the expected 80 %.
      expect(simulateConfirmed(expectedError, { size, target, evidence })).toBeGreaterThan(0.782);
      expect(simulateConfirmed(1.01 * target, { size, target, evidence: noEvidence })).toBeLessThanOrEqual(0.05);
    },
  );

  it('grows with the expected error, between the minimum and the maximum', () => {
    const size = computeAuditSize({ targetError: 0.2, expectedError: 0.065 }, noEvidence, { min: 1, max: MAX_AUDIT_SIZE });
    expect([computeMinAuditSize(0.2, noEvidence, MAX_AUDIT_SIZE), size]).toEqual([16, 86]);
    const auditPlan = { targetError: 0.05, expectedError: 0.007 };
    expect(computeAuditSize(auditPlan, noEvidence, { min: 400, max: MAX_AUDIT_SIZE })).toBe(400);
    expect(computeAuditSize(auditPlan, noEvidence, { min: 5, max: 100 })).toBe(100);
    expect(computeAuditSize({ ...auditPlan, expectedError: 0.049 }, noEvidence, { min: 250, max: MAX_AUDIT_SIZE })).toBe(
      MAX_AUDIT_SIZE,
    );
    expect(computeAuditSize({ ...auditPlan, expectedError: 0 }, noEvidence, { min: 0, max: 0 })).toBe(0);
  });
});

describe('isSameAnswer', () => {
  const createAnswer = (box: number[], label = 'cell') => ({ labels: [], boxes: [{ label, box }] });
  it('compares labels, and boxes by label and overlap', () => {
    expect(isSameAnswer({ labels: ['a'], boxes: [] }, { labels: ['a'], boxes: [] })).toBe(true);
    expect(isSameAnswer({ labels: ['a'], boxes: [] }, { labels: ['a', 'b'], boxes: [] })).toBe(false);
    expect(isSameAnswer(createAnswer([0, 0, 10, 10]), createAnswer([0, 0, 10, 12]))).toBe(true);
    expect(isSameAnswer(createAnswer([0, 0, 10, 10]), createAnswer([0, 0, 10, 30]))).toBe(false);
    expect(isSameAnswer(createAnswer([0, 0, 10, 10]), createAnswer([0, 0, 10, 10], 'other'))).toBe(false);
    expect(isSameAnswer(createAnswer([0, 0, 10, 10]), { labels: [], boxes: [] })).toBe(false);
  });
});
