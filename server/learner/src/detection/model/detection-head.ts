import { trainLayers, type Batch, type NetworkLayer, type LayerTrainingSettings, type OnStep } from '../../learning/layers';
import { createRandom, type Random } from '../../sampling/random';
import { BACKGROUND } from '../cells/assign-cells';
import { computeDetectionLoss } from './loss';
import type { CellSamples } from '../cells/cell-samples';

/**
 * The trained head of a detector: layers over the features of a cell, with ReLU in between. `learned.json` stores the head. Its
 * outputs are a logit for each label and four numbers of a box. A logit predicts how well the box overlaps an object of the label.
 * Two numbers are the offset of the box centre from the cell centre, relative to the width and height of the box. The other two
 * numbers are the logarithms of the width and height divided by `unit`.
 */
export interface DetectionHead {
  layers: NetworkLayer[];
  /** Geometric mean of the sides of all boxes, in pixels. */
  unit: number;
}

/** Trains a head on the first `count` sampled cells, from random weights or from the weights of `start`. */
export async function trainDetectionHead(
  samples: CellSamples,
  count: number,
  labels: number,
  settings: LayerTrainingSettings,
  seed: number,
  onStep: OnStep,
  start?: DetectionHead,
): Promise<DetectionHead> {
  const unit = start?.unit ?? computeUnit(samples, count);
  const layers = await trainLayers(
    {
      inputs: samples.features.width,
      outputs: labels + 4,
      // Most cells are background, so the initial scores are low.
      bias: (output) => (output < labels ? -3 : 0),
      drawBatch: createBatchSampler(samples, count, labels, unit, createRandom(seed)),
      start: start?.layers,
    },
    settings,
    seed,
    onStep,
  );
  return { layers, unit };
}

/**
 * Returns a function that draws batches at random. Half of a batch are cells of objects, with rare labels oversampled, the other half is
 * background.
 */
function createBatchSampler(
  samples: CellSamples,
  count: number,
  labels: number,
  unit: number,
  random: Random,
): (rows: number) => Batch {
  const rowsByLabel = Array.from({ length: labels }, (): number[] => []);
  const backgroundRows: number[] = [];
  for (let index = 0; index < count; index++) {
    const label = samples.labels[index]!;
    (label === BACKGROUND ? backgroundRows : rowsByLabel[label]!).push(index);
  }
  const weights = rowsByLabel.map(({ length }) => Math.sqrt(length));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const drawLabel = () => {
    let remaining = random() * totalWeight;
    const label = weights.findIndex((weight) => (remaining -= weight) < 0);
    return rowsByLabel[label === -1 ? weights.findLastIndex((weight) => weight > 0) : label]!;
  };
  return (rowCount) => {
    const features = new Float32Array(rowCount * samples.features.width);
    const oneHotLabels = new Float32Array(rowCount * labels);
    const boxes = new Float32Array(rowCount * 4);
    for (let row = 0; row < rowCount; row++) {
      const candidateRows = row % 2 === 0 && backgroundRows.length > 0 ? backgroundRows : drawLabel();
      const index = candidateRows[Math.floor(random() * candidateRows.length)]!;
      samples.features.read(index, features, row * samples.features.width);
      const label = samples.labels[index]!;
      if (label === BACKGROUND) continue;
      oneHotLabels[row * labels + label] = 1;
      for (let side = 0; side < 4; side++) boxes[4 * row + side] = samples.boxes[4 * index + side]! / unit;
    }
    return { features, computeLoss: (output) => computeDetectionLoss(output, oneHotLabels, boxes, labels) };
  };
}

/** Computes the geometric mean of the sides of all boxes, in pixels. */
function computeUnit({ labels, boxes }: CellSamples, count: number): number {
  let sum = 0;
  let sides = 0;
  for (let index = 0; index < count; index++) {
    if (labels[index] === BACKGROUND) continue;
    const [x1, y1, x2, y2] = boxes.subarray(4 * index, 4 * index + 4);
    sum += Math.log(Math.max(1, x2! - x1!)) + Math.log(Math.max(1, y2! - y1!));
    sides += 2;
  }
  return Math.exp(sum / Math.max(1, sides));
}
