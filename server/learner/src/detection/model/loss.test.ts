import { computeBoxLoss, computeDetectionLoss } from './loss';

it('the box loss has a gradient that equals the difference quotient', () => {
  for (const [predicted, target] of [
    [
      [0.1, -0.2, 0.3, -0.1],
      [-0.5, -0.4, 0.6, 0.7],
    ],
    [
      [0.9, 0.8, -0.5, 0.2],
      [-1.5, -1, -0.7, -0.2],
    ],
    [
      [0, 0, 1, 1],
      [-0.2, -0.3, 0.3, 0.2],
    ],
  ] as const) {
    const { gradient } = computeBoxLoss(Float32Array.from(predicted), Float32Array.from(target));
    const stepSize = 1e-3;
    for (let position = 0; position < 4; position++) {
      const computeLossAt = (shift: number) =>
        computeBoxLoss(
          Float32Array.from(predicted, (value, index) => (index === position ? value + shift : value)),
          Float32Array.from(target),
        ).loss;
      expect(gradient[position]).toBeCloseTo((computeLossAt(stepSize) - computeLossAt(-stepSize)) / (2 * stepSize), 2);
    }
  }
});

it('the box loss is zero for a box that matches the target exactly', () => {
  const { loss, overlap, gradient } = computeBoxLoss(Float32Array.of(0, 0, 0, 0), Float32Array.of(-0.5, -0.5, 0.5, 0.5));
  expect(overlap).toBeCloseTo(1, 6);
  expect(loss).toBeCloseTo(0, 6);
  for (const slope of gradient) expect(Math.abs(slope)).toBeLessThan(1e-6);
});

it('the detection loss pulls scores to the overlap of the box, or to zero', () => {
  const exactNumbers = [0, 0, 0, 0];
  const boxes = Float32Array.of(-0.5, -0.5, 0.5, 0.5, 0, 0, 0, 0);
  const { gradient } = computeDetectionLoss(
    Float32Array.of(-2, 2, ...exactNumbers, -2, 2, ...exactNumbers),
    Float32Array.of(1, 0, 0, 0),
    boxes,
    2,
  );
  expect(gradient[0]).toBeLessThan(0);
  expect(gradient[1]).toBeGreaterThan(0);
  expect(gradient[6]).toBeGreaterThan(0);
  expect(gradient[7]).toBeGreaterThan(gradient[6]!);
  expect([...gradient.subarray(8)]).toEqual([0, 0, 0, 0]);
});
