import { createRandom } from '../../sampling/random';
import { calibrateHead, type HeldOutPrediction } from './held-out-calibration';
import type { RecognitionHead } from './recognition-head';

const LABEL_COUNT = 10;
const createHead = (type: RecognitionHead['type'] = 'multi_class'): RecognitionHead => ({
  type,
  labels: Array.from({ length: LABEL_COUNT }, (_, index) => ({ id: String(index), name: String(index) })),
  blocks: ['colours'],
  weights: Float32Array.of(1, 2),
  bias: Float32Array.of(3),
  ranges: [],
  negative: -1,
});

/** Predictions whose logits are `temperature` times too small, so that their probabilities differ too little. */
function createPredictions(count: number, temperature: number): HeldOutPrediction[] {
  const random = createRandom(4);
  return Array.from({ length: count }, () => {
    const logits = Array.from({ length: LABEL_COUNT }, () => 4 * random());
    const toProbabilities = (scale: number) => {
      const powers = logits.map((value) => Math.exp(value / scale));
      const sum = powers.reduce((total, value) => total + value, 0);
      return powers.map((value) => value / sum);
    };
    let remaining = random();
    const truth = toProbabilities(1).findIndex((value) => (remaining -= value) <= 0);
    return { probabilities: toProbabilities(temperature), truth };
  });
}

describe('calibration on held-out images of a head with one label per image', () => {
  it('makes the mean confidence equal to the accuracy by scaling the head', () => {
    const predictions = createPredictions(400, 3);
    const meanConfidenceBefore = predictions.reduce((sum, { probabilities }) => sum + Math.max(...probabilities), 0) / 400;
    const { head, calibration } = calibrateHead(createHead(), predictions)!;
    expect(calibration.accuracy - meanConfidenceBefore).toBeGreaterThan(0.1);
    expect(Math.abs(calibration.confidence - calibration.accuracy)).toBeLessThan(0.04);
    expect(head.weights[0]! / 3).toBeCloseTo(1, 0);
    expect(head.weights[1]! / head.weights[0]!).toBeCloseTo(2, 4);
    expect(head.bias[0]! / head.weights[0]!).toBeCloseTo(3, 4);
  });

  it('derives a threshold that keeps most predictions of a model with accuracy 0.5', () => {
    const { calibration } = calibrateHead(createHead(), createPredictions(60, 3))!;
    expect(calibration.pictures).toBe(60);
    expect(calibration.threshold).toBeLessThan(calibration.confidence);
    expect(calibration.threshold).toBeLessThanOrEqual(0.3);
  });

  it('counts labels that the model does not know as wrong predictions', () => {
    const predictions = createPredictions(60, 1).map((prediction, index) =>
      index < 30 ? prediction : { ...prediction, truth: -1 },
    );
    expect(calibrateHead(createHead(), predictions)!.calibration.accuracy).toBeLessThan(0.5);
  });

  it('needs 20 held-out images and one label per image', () => {
    expect(calibrateHead(createHead(), createPredictions(19, 3))).toBeNull();
    expect(calibrateHead(createHead('multi_label'), createPredictions(60, 3))).toBeNull();
  });
});
