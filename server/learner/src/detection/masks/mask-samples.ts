import type { InferenceSession } from 'onnxruntime-node';
import { Tensor } from 'onnxruntime-node';
import type { InputObject } from '../cells/assign-cells';
import type { InputPixels } from '../cells/mirror';
import { FeatureRows } from '../../learning/feature-rows';
import { trainLayers, type Batch, type NetworkLayer, type LayerTrainingSettings, type OnStep } from '../../learning/layers';
import { createRandom, sampleRows, type Random } from '../../sampling/random';
import type { Box } from '../../scores/box-overlap';
import { isInsideOutline } from '../../scores/polygon-overlap';
import { toImageTensor } from '../../runtime/session';
import { MASK_MARGIN, MASK_SIZE, POSITION_CHANNELS, computePointPositions } from './mask-model';

/** Training boxes are shifted at random by up to this fraction of their sides, because predicted boxes are not exact. */
const MAX_JITTER = 0.08;
const MAX_POINTS_PER_BOX = 120;
const BOXES_PER_VIEW = 40;
const MAX_POINTS = 400_000;

/** Training data for masks: points inside and outside of annotated outlines. */
export class MaskSamples {
  private readonly pointsPerBox: number;
  private readonly points: FeatureRows;
  /** Mean features of the core (the central part) of each box. */
  private readonly cores: FeatureRows;
  private readonly coreByRow: Int32Array;
  private readonly pointByRow: Int32Array;
  private readonly labels: Int32Array;
  private readonly isInside: Uint8Array;

  /** `channels` is the number of features of a point; `boxCount` is the total number of boxes in all views. */
  constructor(
    private readonly channels: number,
    boxCount: number,
  ) {
    // With many boxes, use fewer points per box, so that points remain for the last images.
    this.pointsPerBox = Math.max(1, Math.min(MAX_POINTS_PER_BOX, Math.floor(MAX_POINTS / boxCount)));
    const capacity = Math.min(MAX_POINTS, boxCount * this.pointsPerBox);
    this.points = new FeatureRows(channels, capacity);
    this.cores = new FeatureRows(channels, Math.ceil(capacity / this.pointsPerBox));
    this.coreByRow = new Int32Array(capacity);
    this.pointByRow = new Int32Array(capacity);
    this.labels = new Int32Array(capacity);
    this.isInside = new Uint8Array(capacity);
  }

  /** Adds points of the outlined objects of an image. `session` runs the model of `createPointFeaturesModel`. */
  async addImage(session: InferenceSession, image: InputPixels, objects: readonly InputObject[], random: Random): Promise<void> {
    const sampledObjects = sampleRows(objects, BOXES_PER_VIEW, random);
    if (sampledObjects.length === 0 || this.points.isFull) return;
    const boxes = sampledObjects.map(({ box }) => jitterBox(box, random));
    const { points, core } = await session.run({
      picture: toImageTensor(image),
      boxes: new Tensor('float32', Float32Array.from(boxes.flat()), [boxes.length, 4]),
    });
    const [values, cores] = [points!.data as Float32Array, core!.data as Float32Array];
    for (const [index, { label, outline = [] }] of sampledObjects.entries()) {
      if (this.cores.isFull) return;
      const coreRow = this.cores.add(cores, index * this.channels);
      for (let count = 0; count < this.pointsPerBox && !this.points.isFull; count++) {
        const point = Math.floor(random() * MASK_SIZE * MASK_SIZE);
        const row = this.points.add(values, (index * MASK_SIZE * MASK_SIZE + point) * this.channels);
        const [x, y] = getPointPosition(boxes[index]!, point);
        this.coreByRow[row] = coreRow;
        this.pointByRow[row] = point;
        this.labels[row] = label;
        this.isInside[row] = isInsideOutline(outline, x, y) ? 1 : 0;
      }
    }
  }

  /** Number of points. */
  get count(): number {
    return this.points.count;
  }

  /**
   * Trains the layers that predict whether a point is inside the outline. Uses only the first `count` points.
   */
  train(
    count: number,
    labels: number,
    settings: LayerTrainingSettings,
    seed: number,
    onStep: OnStep,
    start?: readonly NetworkLayer[],
  ): Promise<NetworkLayer[]> {
    const inputCount = 2 * this.channels + POSITION_CHANNELS + labels;
    const drawBatch = this.createBatchSampler(count, inputCount, createRandom(seed));
    return trainLayers({ inputs: inputCount, outputs: 1, bias: () => 0, drawBatch, start }, settings, seed, onStep);
  }

  private createBatchSampler(count: number, inputCount: number, random: Random): (rows: number) => Batch {
    const positions = computePointPositions();
    return (rows) => {
      const features = new Float32Array(rows * inputCount);
      const targets = new Uint8Array(rows);
      for (let row = 0; row < rows; row++) {
        const sampleRow = Math.floor(random() * count);
        const targetOffset = row * inputCount;
        this.points.read(sampleRow, features, targetOffset);
        this.cores.read(this.coreByRow[sampleRow]!, features, targetOffset + this.channels);
        for (let channel = 0; channel < POSITION_CHANNELS; channel++) {
          features[targetOffset + 2 * this.channels + channel] =
            positions[channel * MASK_SIZE * MASK_SIZE + this.pointByRow[sampleRow]!]!;
        }
        features[targetOffset + 2 * this.channels + POSITION_CHANNELS + this.labels[sampleRow]!] = 1;
        targets[row] = this.isInside[sampleRow]!;
      }
      return { features, computeLoss: (output) => computeCrossEntropy(output, targets) };
    };
  }
}

/** Computes the mean cross entropy of logits against targets of 0 and 1, and its gradient. */
function computeCrossEntropy(output: Float32Array, targets: Uint8Array) {
  const gradient = new Float32Array(output.length);
  let loss = 0;
  for (const [row, logit] of output.entries()) {
    gradient[row] = (1 / (1 + Math.exp(-logit)) - targets[row]!) / output.length;
    loss += (Math.max(0, logit) - logit * targets[row]! + Math.log1p(Math.exp(-Math.abs(logit)))) / output.length;
  }
  return { loss, gradient };
}

/** Shifts the sides of a box at random, because predicted boxes are not exact. */
function jitterBox([x1, y1, x2, y2]: Box, random: Random): [number, number, number, number] {
  const jitter = (length: number) => (random() * 2 - 1) * MAX_JITTER * length;
  const [width, height] = [x2 - x1, y2 - y1];
  return [x1 + jitter(width), y1 + jitter(height), x2 + jitter(width), y2 + jitter(height)];
}

/** Returns the position of a point of a box's mask, in pixels. */
function getPointPosition([x1, y1, x2, y2]: Box, point: number): [number, number] {
  const toFraction = (position: number) => ((position + 0.5) / MASK_SIZE) * (1 + 2 * MASK_MARGIN) - MASK_MARGIN;
  return [x1 + toFraction(point % MASK_SIZE) * (x2 - x1), y1 + toFraction(Math.floor(point / MASK_SIZE)) * (y2 - y1)];
}
