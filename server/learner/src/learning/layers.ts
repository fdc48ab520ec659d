import * as tf from '@tensorflow/tfjs-core';
import type { GraphBuilder } from '../onnx/graph';
import { openTensors, PacedAdam } from './tensors';

/** One layer: `weights` is inputs x outputs, row by row. */
export interface Layer {
  weights: Float32Array;
  bias: Float32Array;
  inputs: number;
  outputs: number;
}

/** A loss and how it changes with what was told. */
export interface Slope {
  loss: number;
  gradient: Float32Array;
}

export interface Batch {
  /** Rows x inputs. */
  features: Float32Array;
  /** The loss of what is told of these rows, rows x outputs. */
  slopeOf: (output: Float32Array) => Slope;
}

export interface LearningSettings {
  hidden: readonly number[];
  steps: number;
  /** Rows a step. */
  batch: number;
  rate: number;
}

export type OnStep = (done: number, loss: number) => Promise<void>;

const WARM_STEPS = 50;
/** Batches that are looked at for how the inputs spread. */
const BATCHES_FOR_SPREAD = 16;

/**
 * Learns layers with relu between them, by Adam with a rate that falls along a cosine. The same seed and batches give the
 * same layers. `onStep` hears the steps done and the smoothed loss, and is waited for.
 */
export async function learnLayers(
  {
    inputs,
    outputs,
    bias,
    draw,
  }: { inputs: number; outputs: number; bias: (output: number) => number; draw: (rows: number) => Batch },
  { hidden, steps, batch, rate }: LearningSettings,
  seed: number,
  onStep: OnStep,
): Promise<Layer[]> {
  await openTensors();
  const spread = spreadOf(inputs, () => draw(batch).features);
  const sizes = [inputs, ...hidden, outputs];
  const layers = sizes.slice(1).map((size, at): Variables => {
    const isLast = at === sizes.length - 2;
    const scale = isLast ? 0.01 : Math.sqrt(2 / sizes[at]!);
    const start: tf.Tensor2D = tf.randomNormal([sizes[at]!, size], 0, scale, 'float32', seed * 31 + at + 1);
    const first = Float32Array.from({ length: size }, (_, index) => (isLast ? bias(index) : 0));
    return { kernel: tf.variable(start), bias: tf.variable(tf.tensor1d(first)) };
  });
  const [shift, scale] = [tf.tensor1d(spread.mean), tf.tensor1d(Float32Array.from(spread.deviation, (value) => 1 / value))];
  const optimizer = new PacedAdam(rate);
  let smooth = NaN;
  try {
    for (let step = 0; step < steps; step++) {
      optimizer.rate = rate * Math.min(1, (step + 1) / WARM_STEPS) * (0.5 + 0.5 * Math.cos((Math.PI * step) / steps)) + 1e-6;
      const { features, slopeOf } = draw(batch);
      const loss = tf.tidy(() => {
        const input: tf.Tensor2D = tf.mul(tf.sub(tf.tensor2d(features, [batch, inputs]), shift), scale);
        const values = forward(input, layers);
        const slope = slopeOf(values.at(-1)!.dataSync<'float32'>());
        optimizer.applyGradients(backward(tf.tensor2d(slope.gradient, [batch, outputs]), values, layers));
        return slope.loss;
      });
      smooth = Number.isNaN(smooth) ? loss : 0.95 * smooth + 0.05 * loss;
      await onStep(step + 1, smooth);
    }
    return layers.map((layer, at) => readLayer(layer, at === 0 ? spread : null));
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

interface Spread {
  mean: Float32Array;
  deviation: Float32Array;
}

/** Mean and spread of each input. */
function spreadOf(inputs: number, draw: () => Float32Array): Spread {
  const sum = new Float64Array(inputs);
  const squares = new Float64Array(inputs);
  let rows = 0;
  for (let count = 0; count < BATCHES_FOR_SPREAD; count++) {
    const features = draw();
    rows += features.length / inputs;
    for (let at = 0; at < features.length; at++) {
      sum[at % inputs]! += features[at]!;
      squares[at % inputs]! += features[at]! ** 2;
    }
  }
  const mean = Float32Array.from(sum, (value) => value / rows);
  const spread = (value: number, input: number) => Math.sqrt(Math.max(0, value / rows - mean[input]! ** 2)) + 1e-3;
  return { mean, deviation: Float32Array.from(squares, spread) };
}

/** A layer as numbers. Where the inputs were shifted and scaled, that is taken into it. */
function readLayer({ kernel, bias }: Variables, spread: Spread | null): Layer {
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

/** The rows `from` to `to` of a layer's weights as the kernel of a convolution of 1 x 1: outputs x inputs. */
export function kernelOf({ weights, inputs, outputs }: Layer, from = 0, to = inputs): Float32Array {
  const kernel = new Float32Array((to - from) * outputs);
  for (let input = from; input < to; input++) {
    for (let output = 0; output < outputs; output++)
      kernel[output * (to - from) + input - from] = weights[input * outputs + output]!;
  }
  return kernel;
}

/** Layers in a graph, over the channels of N x inputs x H x W, with relu between them. */
export function addLayers(graph: GraphBuilder, layers: readonly Layer[], value: string): string {
  return layers.reduce((input, layer, at) => {
    const kernel = graph.weights(kernelOf(layer), [layer.outputs, layer.inputs, 1, 1]);
    const next = graph.node('Conv', [input, kernel, graph.weights(layer.bias, [layer.outputs])], { kernel_shape: [1, 1] });
    return at === layers.length - 1 ? next : graph.node('Relu', [next]);
  }, value);
}
