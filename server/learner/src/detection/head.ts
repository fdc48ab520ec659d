import * as tf from '@tensorflow/tfjs-core';
import { randomOf, type Random } from '../random';
import { openTensors, PacedAdam } from '../tensors';
import { NOTHING } from './assign';
import { slopeOf } from './loss';
import type { Samples } from './samples';

/** One layer: `weights` is inputs x outputs, row by row. */
export interface Layer {
  weights: Float32Array;
  bias: Float32Array;
  inputs: number;
  outputs: number;
}

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

export interface HeadSettings {
  labels: number;
  hidden: readonly number[];
  steps: number;
  /** Cells a step. */
  batch: number;
  rate: number;
  seed: number;
}

const WARM_STEPS = 50;

/** Learns a head from cells. `onStep` hears the steps done and the loss, and is waited for. */
export async function learnHead(
  samples: Samples,
  { labels, hidden, steps, batch, rate, seed }: HeadSettings,
  onStep: (done: number, loss: number) => Promise<void>,
): Promise<Head> {
  await openTensors();
  const random = randomOf(seed);
  const { mean, deviation } = samples.spread();
  const draw = drawing(samples, labels, random);
  const unit = unitOf(samples);
  const sizes = [samples.channels, ...hidden, labels + 4];
  const layers = sizes.slice(1).map((outputs, at): Variables => {
    const inputs = sizes[at]!;
    const isLast = at === sizes.length - 2;
    const start = tf.randomNormal([inputs, outputs], 0, isLast ? 0.01 : Math.sqrt(2 / inputs), 'float32', seed * 31 + at + 1);
    // In the beginning nothing is anywhere, for that is so of most cells.
    const bias = Float32Array.from({ length: outputs }, (_, index) => (isLast && index < labels ? -3 : 0));
    return { kernel: tf.variable(start as tf.Tensor2D), bias: tf.variable(tf.tensor1d(bias)) };
  });
  const [shift, scale] = [tf.tensor1d(mean), tf.tensor1d(Float32Array.from(deviation, (value) => 1 / value))];
  const optimizer = new PacedAdam(rate);
  let smooth = NaN;
  try {
    for (let step = 0; step < steps; step++) {
      optimizer.rate = rate * Math.min(1, (step + 1) / WARM_STEPS) * (0.5 + 0.5 * Math.cos((Math.PI * step) / steps)) + 1e-6;
      const { features, marks, boxes } = draw(batch, unit);
      const loss = tf.tidy(() => {
        const input = tf.mul(tf.sub(tf.tensor2d(features, [batch, samples.channels]), shift), scale);
        const values = forward(input as tf.Tensor2D, layers);
        const slope = slopeOf(values.at(-1)!.dataSync<'float32'>(), marks, boxes, labels);
        optimizer.applyGradients(backward(tf.tensor2d(slope.gradient, [batch, labels + 4]), values, layers));
        return slope.loss;
      });
      smooth = Number.isNaN(smooth) ? loss : 0.95 * smooth + 0.05 * loss;
      await onStep(step + 1, smooth);
    }
    return { layers: layers.map((layer, at) => readLayer(layer, at === 0 ? { mean, deviation } : null)), unit };
  } finally {
    for (const { kernel, bias } of layers) tf.dispose([kernel, bias]);
    tf.dispose([shift, scale]);
    optimizer.dispose();
  }
}

interface Variables {
  kernel: tf.Variable<tf.Rank.R2>;
  bias: tf.Variable<tf.Rank.R1>;
}

/** The input, and what each layer makes of it. */
function forward(input: tf.Tensor2D, layers: readonly Variables[]): tf.Tensor2D[] {
  const values = [input];
  for (const [at, { kernel, bias }] of layers.entries()) {
    const value: tf.Tensor2D = tf.add(tf.matMul(values[at]!, kernel), bias);
    values.push(at === layers.length - 1 ? value : tf.relu(value));
  }
  return values;
}

/**
 * Gradients by the names of the variables. Of tfjs-core's own differentiation the build for Node leaves out the gradients of
 * all operators; those of matrix products and relu are all that is needed.
 */
function backward(slope: tf.Tensor2D, values: readonly tf.Tensor2D[], layers: readonly Variables[]) {
  const gradients: { name: string; tensor: tf.Tensor }[] = [];
  for (let at = layers.length - 1; at >= 0; at--) {
    const { kernel, bias } = layers[at]!;
    gradients.push({ name: kernel.name, tensor: tf.matMul(values[at]!, slope, true, false) });
    gradients.push({ name: bias.name, tensor: tf.sum(slope, 0) });
    if (at > 0) slope = tf.mul(tf.matMul(slope, kernel, false, true), tf.step(values[at]!));
  }
  return gradients;
}

/** Draws batches: half of them cells that stand for something, rare labels more often than they come. */
function drawing(samples: Samples, labels: number, random: Random) {
  const byLabel = Array.from({ length: labels }, (): number[] => []);
  const background: number[] = [];
  for (let index = 0; index < samples.count; index++) {
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
  return (batch: number, unit: number) => {
    const features = new Float32Array(batch * samples.channels);
    const marks = new Float32Array(batch * labels);
    const boxes = new Float32Array(batch * 4);
    for (let row = 0; row < batch; row++) {
      const from = row % 2 === 0 && background.length > 0 ? background : labelled();
      const index = from[Math.floor(random() * from.length)]!;
      samples.read(index, features, row);
      const label = samples.labels[index]!;
      if (label === NOTHING) continue;
      marks[row * labels + label] = 1;
      for (let side = 0; side < 4; side++) boxes[4 * row + side] = samples.boxes[4 * index + side]! / unit;
    }
    return { features, marks, boxes };
  };
}

/** The geometric mean of the boxes' sides, in pixels. */
function unitOf({ labels, boxes, count }: Samples): number {
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

/** A layer as numbers. Where the inputs were shifted and scaled, that is taken into it. */
function readLayer({ kernel, bias }: Variables, spread: { mean: Float32Array; deviation: Float32Array } | null): Layer {
  const [inputs, outputs] = kernel.shape;
  const layer = { weights: Float32Array.from(kernel.dataSync()), bias: Float32Array.from(bias.dataSync()), inputs, outputs };
  if (spread === null) return layer;
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) {
      const place = input * outputs + output;
      layer.weights[place]! /= spread.deviation[input]!;
      layer.bias[output]! -= layer.weights[place]! * spread.mean[input]!;
    }
  }
  return layer;
}
