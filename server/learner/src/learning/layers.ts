import * as tf from '@tensorflow/tfjs-core';
import type { GraphBuilder } from '../onnx/graph';
import { startTensorBackend, ScheduledAdam } from './tensor-backend';

/** One layer of a network. `weights` is inputs x outputs, row by row. */
export interface NetworkLayer {
  weights: Float32Array;
  bias: Float32Array;
  inputs: number;
  outputs: number;
}

/** A loss and its gradient with respect to the output of the network. */
export interface LossGradient {
  loss: number;
  gradient: Float32Array;
}

/** A batch of training rows. */
export interface Batch {
  /** Inputs of the network: rows x inputs. */
  features: Float32Array;
  /** Computes the loss of the network's output for the rows of the batch, rows x outputs. */
  computeLoss: (output: Float32Array) => LossGradient;
}

/** Hyperparameters of a training. */
export interface LayerTrainingSettings {
  /** Sizes of the hidden layers. */
  hidden: readonly number[];
  steps: number;
  /** Rows per step. */
  batch: number;
  /** Highest learning rate. */
  rate: number;
}

/** Size and training data of a network. */
interface NetworkSpec {
  inputs: number;
  outputs: number;
  /** Returns the initial bias of an output. */
  bias: (output: number) => number;
  drawBatch: (rows: number) => Batch;
  /** Layers of an earlier training to continue. */
  start?: readonly NetworkLayer[];
}

/** Receives the number of finished steps and the smoothed loss. The training waits for the returned promise. */
export type OnStep = (done: number, loss: number) => Promise<void>;

/** Number of steps in which the learning rate rises to its maximum. */
const WARM_UP_STEPS = 50;
/** Number of batches that determine mean and deviation of the inputs. */
const BATCHES_FOR_STATISTICS = 16;

/**
 * Trains layers with ReLU in between, with Adam (Kingma and Ba, 2015) and a cosine schedule for the learning rate (Loshchilov
 * and Hutter, SGDR, 2017). The same seed and batches produce the same layers.
 */
export async function trainLayers(
  { inputs, outputs, bias, drawBatch, start: initialLayers }: NetworkSpec,
  { hidden, steps, batch: batchSize, rate: learningRate }: LayerTrainingSettings,
  seed: number,
  onStep: OnStep,
): Promise<NetworkLayer[]> {
  await startTensorBackend();
  const statistics = computeInputStatistics(inputs, () => drawBatch(batchSize).features);
  const sizes = [inputs, ...hidden, outputs];
  const layers = sizes.slice(1).map((size, position): Variables => {
    if (initialLayers) return toVariables(initialLayers[position]!, position === 0 ? statistics : null);
    const isLast = position === sizes.length - 2;
    const scale = isLast ? 0.01 : Math.sqrt(2 / sizes[position]!);
    const kernel: tf.Tensor2D = tf.randomNormal([sizes[position]!, size], 0, scale, 'float32', seed * 31 + position + 1);
    const initialBias = Float32Array.from({ length: size }, (_, index) => (isLast ? bias(index) : 0));
    return { kernel: tf.variable(kernel), bias: tf.variable(tf.tensor1d(initialBias)) };
  });
  const [shift, scale] = [
    tf.tensor1d(statistics.mean),
    tf.tensor1d(Float32Array.from(statistics.deviation, (value) => 1 / value)),
  ];
  const optimizer = new ScheduledAdam(learningRate);
  let smoothedLoss = NaN;
  try {
    for (let step = 0; step < steps; step++) {
      optimizer.rate =
        learningRate * Math.min(1, (step + 1) / WARM_UP_STEPS) * (0.5 + 0.5 * Math.cos((Math.PI * step) / steps)) + 1e-6;
      const { features, computeLoss } = drawBatch(batchSize);
      const loss = tf.tidy(() => {
        const input: tf.Tensor2D = tf.mul(tf.sub(tf.tensor2d(features, [batchSize, inputs]), shift), scale);
        const layerOutputs = runLayers(input, layers);
        const lossGradient = computeLoss(layerOutputs.at(-1)!.dataSync<'float32'>());
        optimizer.applyGradients(
          computeGradients(tf.tensor2d(lossGradient.gradient, [batchSize, outputs]), layerOutputs, layers),
        );
        return lossGradient.loss;
      });
      smoothedLoss = Number.isNaN(smoothedLoss) ? loss : 0.95 * smoothedLoss + 0.05 * loss;
      await onStep(step + 1, smoothedLoss);
    }
    return layers.map((layer, position) => readLayer(layer, position === 0 ? statistics : null));
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

/** Runs the network. Returns the input and the output of each layer. */
function runLayers(input: tf.Tensor2D, layers: readonly Variables[]): tf.Tensor2D[] {
  const layerOutputs = [input];
  for (const [position, { kernel, bias }] of layers.entries()) {
    const layerOutput: tf.Tensor2D = tf.add(tf.matMul(layerOutputs[position]!, kernel), bias);
    layerOutputs.push(position === layers.length - 1 ? layerOutput : tf.relu(layerOutput));
  }
  return layerOutputs;
}

/**
 * Computes the gradients of all variables by backpropagation. Implemented here, because the Node build of tfjs-core registers no
 * gradients of operators. The network needs only the gradients of matrix products and ReLU.
 */
function computeGradients(gradient: tf.Tensor2D, layerOutputs: readonly tf.Tensor2D[], layers: readonly Variables[]) {
  const gradients: { name: string; tensor: tf.Tensor }[] = [];
  for (let position = layers.length - 1; position >= 0; position--) {
    const { kernel, bias } = layers[position]!;
    gradients.push({ name: kernel.name, tensor: tf.matMul(layerOutputs[position]!, gradient, true, false) });
    gradients.push({ name: bias.name, tensor: tf.sum(gradient, 0) });
    if (position > 0) gradient = tf.mul(tf.matMul(gradient, kernel, false, true), tf.step(layerOutputs[position]!));
  }
  return gradients;
}

/** Mean and standard deviation of each input. */
interface InputStatistics {
  mean: Float32Array;
  deviation: Float32Array;
}

/** Computes mean and standard deviation of each input over some batches. */
function computeInputStatistics(inputs: number, drawFeatures: () => Float32Array): InputStatistics {
  const sum = new Float64Array(inputs);
  const squares = new Float64Array(inputs);
  let rows = 0;
  for (let count = 0; count < BATCHES_FOR_STATISTICS; count++) {
    const features = drawFeatures();
    rows += features.length / inputs;
    for (let position = 0; position < features.length; position++) {
      sum[position % inputs]! += features[position]!;
      squares[position % inputs]! += features[position]! ** 2;
    }
  }
  const mean = Float32Array.from(sum, (value) => value / rows);
  const toDeviation = (value: number, input: number) => Math.sqrt(Math.max(0, value / rows - mean[input]! ** 2)) + 1e-3;
  return { mean, deviation: Float32Array.from(squares, toDeviation) };
}

/** Converts a layer to trainable variables. Inverse of `readLayer`. */
function toVariables(layer: NetworkLayer, statistics: InputStatistics | null): Variables {
  const { inputs, outputs } = layer;
  const [weights, bias] = [Float32Array.from(layer.weights), Float32Array.from(layer.bias)];
  for (let index = 0; statistics && index < weights.length; index++) {
    const input = Math.floor(index / outputs);
    bias[index % outputs]! += weights[index]! * statistics.mean[input]!;
    weights[index]! *= statistics.deviation[input]!;
  }
  return { kernel: tf.variable(tf.tensor2d(weights, [inputs, outputs])), bias: tf.variable(tf.tensor1d(bias)) };
}

/** Reads the weights of a layer. Given `statistics`, the normalisation of the inputs is folded into the weights. */
function readLayer({ kernel, bias }: Variables, statistics: InputStatistics | null): NetworkLayer {
  const [inputs, outputs] = kernel.shape;
  const layer = { weights: Float32Array.from(kernel.dataSync()), bias: Float32Array.from(bias.dataSync()), inputs, outputs };
  if (statistics === null) return layer;
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) {
      const index = input * outputs + output;
      layer.weights[index]! /= statistics.deviation[input]!;
      layer.bias[output]! -= layer.weights[index]! * statistics.mean[input]!;
    }
  }
  return layer;
}

/** Converts the rows from `firstRow` up to `endRow` of a layer's weights to the kernel of a 1 x 1 convolution: outputs x inputs. */
export function toConvKernel({ weights, inputs, outputs }: NetworkLayer, firstRow = 0, endRow = inputs): Float32Array {
  const kernel = new Float32Array((endRow - firstRow) * outputs);
  for (let input = firstRow; input < endRow; input++) {
    for (let output = 0; output < outputs; output++)
      kernel[output * (endRow - firstRow) + input - firstRow] = weights[input * outputs + output]!;
  }
  return kernel;
}

/** Adds layers to a graph as 1 x 1 convolutions over N x inputs x H x W, with ReLU in between. */
export function addLayers(graph: GraphBuilder, layers: readonly NetworkLayer[], inputName: string): string {
  return layers.reduce((input, layer, position) => {
    const kernel = graph.addFloats(toConvKernel(layer), [layer.outputs, layer.inputs, 1, 1]);
    const convolution = graph.addNode('Conv', [input, kernel, graph.addFloats(layer.bias, [layer.outputs])], {
      kernel_shape: [1, 1],
    });
    return position === layers.length - 1 ? convolution : graph.addNode('Relu', [convolution]);
  }, inputName);
}
