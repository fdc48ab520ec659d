import type { InferenceSession } from 'onnxruntime-node';
import { Tensor } from 'onnxruntime-node';
import type { Drawn } from './assign';
import type { Seen } from './views';
import { FeatureRows } from '../learning/feature-rows';
import { learnLayers, type Batch, type Layer, type LearningSettings, type OnStep } from '../learning/layers';
import { randomOf, someOf, type Random } from '../random';
import type { Box } from '../scores/overlap';
import { isWithin } from '../scores/polygon-overlap';
import { pictureTensor } from '../session';
import { MARGIN, MASK, PLACE_CHANNELS, places } from './mask-file';

/** How far the box that a mask is learned from lies beside the drawn one, as a share of its sides. */
const JITTER = 0.08;
const MOST_POINTS_A_BOX = 120;
const BOXES_A_VIEW = 40;
const MOST_POINTS = 400_000;

/** Points of masks to learn from. */
export class MaskSamples {
  private readonly pointsABox: number;
  private readonly points: FeatureRows;
  private readonly cores: FeatureRows;
  private readonly coreOf: Int32Array;
  private readonly placeOf: Int32Array;
  private readonly labels: Int32Array;
  private readonly isInside: Uint8Array;

  /** `channels` of a point are `fineChannels`; `boxes` are looked at in all. */
  constructor(
    private readonly channels: number,
    boxes: number,
  ) {
    // Of many boxes fewer points each, so that the last picture counts like the first.
    this.pointsABox = Math.max(1, Math.min(MOST_POINTS_A_BOX, Math.floor(MOST_POINTS / boxes)));
    const most = Math.min(MOST_POINTS, boxes * this.pointsABox);
    this.points = new FeatureRows(channels, most);
    this.cores = new FeatureRows(channels, Math.ceil(most / this.pointsABox));
    this.coreOf = new Int32Array(most);
    this.placeOf = new Int32Array(most);
    this.labels = new Int32Array(most);
    this.isInside = new Uint8Array(most);
  }

  /** Takes points of the outlined things of a picture. `session` is of `fineFile`. */
  async take(session: InferenceSession, picture: Seen, drawn: readonly Drawn[], random: Random): Promise<void> {
    const some = someOf(drawn, BOXES_A_VIEW, random);
    if (some.length === 0 || this.points.isFull) return;
    const boxes = some.map(({ box }) => jittered(box, random));
    const { points, core } = await session.run({
      picture: pictureTensor(picture),
      boxes: new Tensor('float32', Float32Array.from(boxes.flat()), [boxes.length, 4]),
    });
    const [values, cores] = [points!.data as Float32Array, core!.data as Float32Array];
    for (const [index, { label, outline = [] }] of some.entries()) {
      if (this.cores.isFull) return;
      const coreRow = this.cores.add(cores, index * this.channels);
      for (let count = 0; count < this.pointsABox && !this.points.isFull; count++) {
        const place = Math.floor(random() * MASK * MASK);
        const row = this.points.add(values, (index * MASK * MASK + place) * this.channels);
        const [x, y] = placeIn(boxes[index]!, place);
        this.coreOf[row] = coreRow;
        this.placeOf[row] = place;
        this.labels[row] = label;
        this.isInside[row] = isWithin(outline, x, y) ? 1 : 0;
      }
    }
  }

  /** Learns to tell what lies inside from what does not. */
  learn(labels: number, settings: LearningSettings, seed: number, onStep: OnStep): Promise<Layer[]> {
    const inputs = 2 * this.channels + PLACE_CHANNELS + labels;
    const draw = this.drawing(inputs, randomOf(seed));
    return learnLayers({ inputs, outputs: 1, bias: () => 0, draw }, settings, seed, onStep);
  }

  private drawing(inputs: number, random: Random): (rows: number) => Batch {
    const where = places();
    return (rows) => {
      const features = new Float32Array(rows * inputs);
      const wanted = new Uint8Array(rows);
      for (let row = 0; row < rows; row++) {
        const from = Math.floor(random() * this.points.count);
        const to = row * inputs;
        this.points.read(from, features, to);
        this.cores.read(this.coreOf[from]!, features, to + this.channels);
        for (let channel = 0; channel < PLACE_CHANNELS; channel++) {
          features[to + 2 * this.channels + channel] = where[channel * MASK * MASK + this.placeOf[from]!]!;
        }
        features[to + 2 * this.channels + PLACE_CHANNELS + this.labels[from]!] = 1;
        wanted[row] = this.isInside[from]!;
      }
      return { features, slopeOf: (output) => insideSlope(output, wanted) };
    };
  }
}

/** The cross entropy of logits against 0 and 1, a mean over the rows. */
function insideSlope(output: Float32Array, wanted: Uint8Array) {
  const gradient = new Float32Array(output.length);
  let loss = 0;
  for (const [row, logit] of output.entries()) {
    gradient[row] = (1 / (1 + Math.exp(-logit)) - wanted[row]!) / output.length;
    loss += (Math.max(0, logit) - logit * wanted[row]! + Math.log1p(Math.exp(-Math.abs(logit)))) / output.length;
  }
  return { loss, gradient };
}

/** A box about the same thing as a model might tell it. */
function jittered([x1, y1, x2, y2]: Box, random: Random): [number, number, number, number] {
  const by = (length: number) => (random() * 2 - 1) * JITTER * length;
  const [width, height] = [x2 - x1, y2 - y1];
  return [x1 + by(width), y1 + by(height), x2 + by(width), y2 + by(height)];
}

/** Where a point of a box's mask lies, in pixels. */
function placeIn([x1, y1, x2, y2]: Box, place: number): [number, number] {
  const share = (at: number) => ((at + 0.5) / MASK) * (1 + 2 * MARGIN) - MARGIN;
  return [x1 + share(place % MASK) * (x2 - x1), y1 + share(Math.floor(place / MASK)) * (y2 - y1)];
}
