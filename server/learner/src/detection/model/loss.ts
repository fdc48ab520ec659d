import type { LossGradient } from '../../learning/layers';

/** Weights of the terms of the loss. */
const SCORE_WEIGHT = 2;
const OVERLAP_WEIGHT = 2;
/** Distance at which the loss of the box numbers changes from quadratic to linear. */
const HUBER_DELTA = 0.1;
const MAX_LOG_SIZE = 6;

/**
 * Computes the loss of a batch and its gradient with respect to `output`: per row a logit for each label and the four numbers
 * of a box (see `DetectionHead`). `oneHotLabels`, rows x labels, contains a 1 for the label of a row with an object; background
 * rows have none. `boxes`, rows x 4, has the sides of the target boxes relative to the centre of the cell, divided by `unit`.
 *
 * The score is trained towards the overlap of predicted and target box (quality focal loss: Li et al., Generalized Focal
 * Loss, 2020). The box is trained by its overlap (GIoU: Rezatofighi et al., 2019) and by its numbers.
 */
export function computeDetectionLoss(
  output: Float32Array,
  oneHotLabels: Float32Array,
  boxes: Float32Array,
  labels: number,
): LossGradient {
  const rowWidth = labels + 4;
  const rows = output.length / rowWidth;
  const gradient = new Float32Array(output.length);
  let objectCount = 1;
  for (const value of oneHotLabels) objectCount += value;
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const start = row * rowWidth;
    const rowLabels = oneHotLabels.subarray(row * labels, (row + 1) * labels);
    let overlap = 0;
    if (rowLabels.includes(1)) {
      const boxLoss = computeBoxLoss(output.subarray(start + labels, start + rowWidth), boxes.subarray(4 * row, 4 * row + 4));
      overlap = boxLoss.overlap;
      loss += boxLoss.loss / objectCount;
      for (let index = 0; index < 4; index++) gradient[start + labels + index] = boxLoss.gradient[index]! / objectCount;
    }
    for (let label = 0; label < labels; label++) {
      const logit = output[start + label]!;
      const score = 1 / (1 + Math.exp(-logit));
      const target = rowLabels[label]! * overlap;
      const focus = (SCORE_WEIGHT * (target - score) ** 2) / objectCount;
      loss += focus * (Math.max(0, logit) - logit * target + Math.log1p(Math.exp(-Math.abs(logit))));
      // The focal weight only selects the examples to train on. It is treated as a constant without a gradient.
      gradient[start + label] = focus * (score - target);
    }
  }
  return { loss, gradient };
}

/**
 * Computes the loss of one box, its gradient and the overlap. `prediction` is dx, dy, log width, log height; `target` is x1, y1,
 * x2, y2.
 */
export function computeBoxLoss(prediction: Float32Array, target: Float32Array) {
  const [dx = 0, dy = 0] = prediction;
  const [logWidth, logHeight] = [clampLog(prediction[2]!), clampLog(prediction[3]!)];
  const x = compareSides(dx, Math.exp(logWidth), target[0]!, target[2]!);
  const y = compareSides(dy, Math.exp(logHeight), target[1]!, target[3]!);
  const intersection = x.common * y.common;
  const union = x.length * y.length + x.targetLength * y.targetLength - intersection;
  const enclosing = x.enclosing * y.enclosing;
  const overlap = intersection / union;
  const numbers = [
    computeDistance(dx, x.middle / x.targetLength),
    computeDistance(dy, y.middle / y.targetLength),
    computeDistance(logWidth, Math.log(x.targetLength)),
    computeDistance(logHeight, Math.log(y.targetLength)),
  ];
  // The loss 1 - GIoU equals 2 - intersection/union - union/enclosing. `enclosing` is the area of the smallest enclosing box.
  const getEndDerivative = (axis: SideComparison, otherAxis: SideComparison, end: 0 | 1) => {
    const dIntersection = axis.commonBy[end] * otherAxis.common;
    const dUnion = axis.lengthBy[end] * otherAxis.length - dIntersection;
    const dEnclosing = axis.enclosingBy[end] * otherAxis.enclosing;
    return (
      OVERLAP_WEIGHT *
      (-(dIntersection * union - intersection * dUnion) / union ** 2 - (dUnion * enclosing - union * dEnclosing) / enclosing ** 2)
    );
  };
  const getNumberDerivatives = (axis: SideComparison, otherAxis: SideComparison, shift: number) => {
    const [startDerivative, endDerivative] = [getEndDerivative(axis, otherAxis, 0), getEndDerivative(axis, otherAxis, 1)];
    return [
      axis.length * (startDerivative + endDerivative),
      axis.length * (shift * (startDerivative + endDerivative) + (endDerivative - startDerivative) / 2),
    ] as const;
  };
  const [xGradient, widthGradient] = getNumberDerivatives(x, y, dx);
  const [yGradient, heightGradient] = getNumberDerivatives(y, x, dy);
  return {
    overlap,
    loss: OVERLAP_WEIGHT * (2 - overlap - union / enclosing) + numbers.reduce((sum, { distance }) => sum + distance, 0),
    gradient: [
      xGradient + numbers[0]!.slope,
      yGradient + numbers[1]!.slope,
      widthGradient + numbers[2]!.slope,
      heightGradient + numbers[3]!.slope,
    ],
  };
}

type SideComparison = ReturnType<typeof compareSides>;

/**
 * Compares one side of a box with the target. `lengthBy`, `commonBy` and `enclosingBy` are the derivatives with respect to the
 * start and the end of the side.
 */
function compareSides(shift: number, length: number, targetFrom: number, targetTo: number) {
  const [from, to] = [shift * length - length / 2, shift * length + length / 2];
  const commonLength = Math.min(to, targetTo) - Math.max(from, targetFrom);
  const slope = commonLength > 0 ? 1 : 0;
  return {
    length,
    targetLength: Math.max(1e-6, targetTo - targetFrom),
    middle: (targetFrom + targetTo) / 2,
    common: Math.max(0, commonLength),
    enclosing: Math.max(to, targetTo) - Math.min(from, targetFrom),
    lengthBy: [-1, 1],
    commonBy: [from > targetFrom ? -slope : 0, to < targetTo ? slope : 0],
    enclosingBy: [from < targetFrom ? -1 : 0, to > targetTo ? 1 : 0],
  } as const;
}

/** A smooth absolute difference (pseudo-Huber loss) and its derivative. */
function computeDistance(prediction: number, target: number) {
  const distance = Math.hypot(prediction - target, HUBER_DELTA);
  return { distance: distance - HUBER_DELTA, slope: (prediction - target) / distance };
}

function clampLog(logSize: number): number {
  return Math.min(MAX_LOG_SIZE, Math.max(-MAX_LOG_SIZE, logSize));
}
