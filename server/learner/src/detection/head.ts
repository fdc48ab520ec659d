import { learnLayers, type Batch, type Layer, type LearningSettings, type OnStep } from '../learning/layers';
import { randomOf, type Random } from '../random';
import { NOTHING } from './assign';
import { slopeOf } from './loss';
import type { Samples } from './samples';

/**
 * What was learned: layers over the features of a cell, with relu between them. The last gives, for each label, the
 * logit of how well a box of that label told from here would fit, then of that box how far its centre lies in shares of its
 * own width and height, and the logarithms of its width and height by `unit`.
 */
export interface Head {
  layers: Layer[];
  /** Pixels. */
  unit: number;
}

/** Learns a head from cells. */
export async function learnHead(
  samples: Samples,
  labels: number,
  settings: LearningSettings,
  seed: number,
  onStep: OnStep,
): Promise<Head> {
  const unit = unitOf(samples);
  const layers = await learnLayers(
    {
      inputs: samples.features.width,
      outputs: labels + 4,
      // In the beginning nothing is anywhere, for that is so of most cells.
      bias: (output) => (output < labels ? -3 : 0),
      draw: drawing(samples, labels, unit, randomOf(seed)),
    },
    settings,
    seed,
    onStep,
  );
  return { layers, unit };
}

/** Draws batches: half of them cells that stand for something, rare labels more often than they come. */
function drawing(samples: Samples, labels: number, unit: number, random: Random): (rows: number) => Batch {
  const byLabel = Array.from({ length: labels }, (): number[] => []);
  const background: number[] = [];
  for (let index = 0; index < samples.features.count; index++) {
    const label = samples.labels[index]!;
    (label === NOTHING ? background : byLabel[label]!).push(index);
  }
  const shares = byLabel.map(({ length }) => Math.sqrt(length));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const labelled = () => {
    let left = random() * all;
    const label = shares.findIndex((share) => (left -= share) < 0);
    return byLabel[label === -1 ? shares.findLastIndex((share) => share > 0) : label]!;
  };
  return (batch) => {
    const features = new Float32Array(batch * samples.features.width);
    const marks = new Float32Array(batch * labels);
    const boxes = new Float32Array(batch * 4);
    for (let row = 0; row < batch; row++) {
      const from = row % 2 === 0 && background.length > 0 ? background : labelled();
      const index = from[Math.floor(random() * from.length)]!;
      samples.features.read(index, features, row * samples.features.width);
      const label = samples.labels[index]!;
      if (label === NOTHING) continue;
      marks[row * labels + label] = 1;
      for (let side = 0; side < 4; side++) boxes[4 * row + side] = samples.boxes[4 * index + side]! / unit;
    }
    return { features, slopeOf: (output) => slopeOf(output, marks, boxes, labels) };
  };
}

/** The geometric mean of the boxes' sides, in pixels. */
function unitOf({ labels, boxes, features: { count } }: Samples): number {
  let sum = 0;
  let sides = 0;
  for (let index = 0; index < count; index++) {
    if (labels[index] === NOTHING) continue;
    const [x1, y1, x2, y2] = boxes.subarray(4 * index, 4 * index + 4);
    sum += Math.log(Math.max(1, x2! - x1!)) + Math.log(Math.max(1, y2! - y1!));
    sides += 2;
  }
  return Math.exp(sum / Math.max(1, sides));
}
