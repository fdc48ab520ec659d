import { Matrix } from 'ml-matrix';
import { createRandom } from '../../sampling/random';
import { fitLogitFactor, fitSigmoid } from './calibration';

const random = createRandom(8);

it('the calibration fits the temperature that generated the labels', () => {
  const scores = new Matrix(Array.from({ length: 2000 }, () => [random(), random(), random()]));
  const truths = Matrix.zeros(2000, 3);
  scores.to2DArray().forEach((row, index) => {
    const powers = row.map((score) => Math.exp(5 * score));
    let remaining = random() * powers.reduce((sum, power) => sum + power, 0);
    const label = powers.findIndex((power) => (remaining -= power) <= 0);
    truths.set(index, label, 1);
  });
  expect(Math.abs(fitLogitFactor(scores, truths) / 5 - 1)).toBeLessThan(0.15);
});

it('the calibration fits the sigmoid that generated the labels', () => {
  const scores = Array.from({ length: 3000 }, () => random() * 1.4 - 0.2);
  const truths = scores.map((score) => (random() < 1 / (1 + Math.exp(-10 * (score - 0.35))) ? 1 : 0));
  const { factor, shift } = fitSigmoid(scores, truths);
  expect(Math.abs(factor / 10 - 1)).toBeLessThan(0.2);
  expect(-shift / factor).toBeCloseTo(0.35, 1);
});

it('the calibration does not become certain from a few images without errors', () => {
  const { factor, shift } = fitSigmoid([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]);
  expect(1 / (1 + Math.exp(-(factor * 0.9 + shift)))).toBeLessThan(0.9);
  const factorForTwo = fitLogitFactor(
    new Matrix([
      [0.9, 0.1],
      [0.1, 0.9],
    ]),
    new Matrix([
      [1, 0],
      [0, 1],
    ]),
  );
  expect(1 / (1 + Math.exp(-factorForTwo * 0.8))).toBeLessThan(0.9);
});
