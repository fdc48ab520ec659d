import { NUMBERS_PER_SKELETON_POINT, VISIBILITY } from '@console/shared-contract/skeleton';
import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import {
  getColour,
  getColourDistance,
  computeMeanColour,
  traceConvexHull,
  findPatches,
  readImage,
  type Colour,
  type InputImage,
} from './colours';
import type { Annotation } from './console';

/** A trained model of the example server. */
export interface Model {
  domain: 'recognition' | 'detection' | 'segmentation';
  /**
   * Mean colour of each label. `value` is the mean of the annotated values for labels of type `value`, otherwise null. `points` describes
   * the points of skeletons: their mean positions, as fractions of the box around them, and how often each point is present.
   */
  labels: { id: string; colour: Colour; value: number | null; points?: number[][] }[];
  /** Mean colour outside of all labels. */
  background: Colour;
}

/** Factor that determines how quickly the probability falls with the distance between two colours. */
const SHARPNESS = 400;
const MAX_DISTANCE = 0.2;

/** Learns the mean colour of each label. Throws with a message for the user. */
export async function trainModel(
  domain: Model['domain'],
  labels: readonly { id: string }[],
  annotations: AsyncIterable<Annotation>,
): Promise<Model> {
  const colours = new Map<string, { colours: Colour[]; values: number[]; poses: number[][][] }>(
    labels.map(({ id }) => [id, { colours: [], values: [], poses: [] }]),
  );
  const backgrounds: Colour[] = [];
  let imageCount = 0;
  for await (const { bytes, annotatedLabels } of annotations) {
    const input = await readImage(bytes);
    imageCount += 1;
    for (const { label, outline, skeleton, value } of annotatedLabels) {
      const colour = computeMeanColour(
        input,
        outline && ((x, y) => isInsideOutline(outline, (x + 0.5) * input.scaleX, (y + 0.5) * input.scaleY)),
      );
      const samples = colours.get(label);
      if (!samples || !colour) continue;
      samples.colours.push(colour);
      if (value !== null) samples.values.push(value);
      if (skeleton && outline) samples.poses.push(toPose(skeleton, outline));
    }
    const isAnnotated = (x: number, y: number) =>
      annotatedLabels.some(
        ({ outline }) => outline && isInsideOutline(outline, (x + 0.5) * input.scaleX, (y + 0.5) * input.scaleY),
      );
    const background = computeMeanColour(input, (x, y) => !isAnnotated(x, y));
    if (background) backgrounds.push(background);
  }
  const learnedLabels = [...colours].flatMap(([id, samples]) =>
    samples.colours.length === 0
      ? []
      : [
          {
            id,
            colour: averageColours(samples.colours),
            value: samples.values.length > 0 ? average(samples.values) : null,
            ...(samples.poses.length > 0 && { points: averagePoses(samples.poses) }),
          },
        ],
  );
  if (learnedLabels.length === 0)
    throw new Error(`There is nothing to learn from: none of ${imageCount} images has one of the ${labels.length} labels.`);
  return { domain, labels: learnedLabels, background: backgrounds.length > 0 ? averageColours(backgrounds) : [0, 0, 0] };
}

export type PredictedLabel = { id: string; prob: number; value?: number };

/** Predicts the probabilities of the requested labels. */
export function classify(model: Model, input: InputImage, isRequested: (label: string) => boolean): PredictedLabel[] {
  const labels = model.labels.filter(({ id }) => isRequested(id));
  const colour = computeMeanColour(input)!;
  const likelihoods = labels.map((label) => Math.exp(-SHARPNESS * getColourDistance(label.colour, colour) ** 2));
  const likelihoodSum = likelihoods.reduce((total, likelihood) => total + likelihood, 0);
  return labels.map(({ id, value }, index) =>
    value === null
      ? { id, prob: likelihoodSum > 0 ? likelihoods[index]! / likelihoodSum : 1 / labels.length }
      : { id, prob: 1, value },
  );
}

/**
 * A detected object: the id of its label, and its outline x, y, x, y ... in pixels of the image after EXIF rotation. A skeleton also has
 * x, y and the confidence of each point.
 */
export type PredictedObject = { id: string; prob: number; bound_box: number[]; polygon: number[]; points?: number[][] };

/** Detects patches that are closer to a label's colour than to the background. */
export function detectObjects(model: Model, input: InputImage, isRequested: (label: string) => boolean): PredictedObject[] {
  const { width, height, scaleX, scaleY } = input;
  const getLabel = (x: number, y: number) => {
    const colour = getColour(input, x, y);
    let [bestIndex, bestDistance] = [-1, Math.min(MAX_DISTANCE, getColourDistance(model.background, colour))];
    for (const [index, label] of model.labels.entries()) {
      const distance = getColourDistance(label.colour, colour);
      if (distance < bestDistance) [bestIndex, bestDistance] = [index, distance];
    }
    return bestIndex;
  };
  return findPatches({ ...input, width, height }, getLabel).flatMap(({ label, points }) => {
    const { id, colour, points: pose } = model.labels[label]!;
    if (!isRequested(id)) return [];
    const meanDistance =
      points.reduce((sum, [x, y]) => sum + getColourDistance(colour, getColour(input, x, y)), 0) / points.length;
    const polygon = traceConvexHull(points).map((value, index) => value * (index % 2 === 0 ? scaleX : scaleY));
    const bound_box = computeBoundingBox(polygon);
    const prob = Math.max(0, 1 - meanDistance / MAX_DISTANCE);
    return [{ id, prob, bound_box, polygon, ...(pose && { points: placePose(pose, bound_box) }) }];
  });
}

/** Computes a descriptor: the mean colours of a grid of nine cells, each 0 to 1. */
export function computeDescriptor(input: InputImage): number[] {
  return Array.from({ length: 9 }, (_, cell) => {
    const [column, row] = [cell % 3, Math.floor(cell / 3)];
    const colour = computeMeanColour(
      input,
      (x, y) => Math.floor((3 * x) / input.width) === column && Math.floor((3 * y) / input.height) === row,
    );
    return (colour ?? [0, 0, 0]).map((value) => value / 255);
  }).flat();
}

/** Converts a skeleton to points as fractions of the box around them, with 1 for a present point and 0 for an absent one. */
function toPose(skeleton: readonly number[], outline: readonly number[]): number[][] {
  const [left = 0, top = 0, right = 0, , , bottom = 0] = outline;
  return Array.from({ length: skeleton.length / NUMBERS_PER_SKELETON_POINT }, (_, index) => {
    const [x = 0, y = 0, visibility] = skeleton.slice(NUMBERS_PER_SKELETON_POINT * index);
    return [
      (x - left) / Math.max(1, right - left),
      (y - top) / Math.max(1, bottom - top),
      visibility === VISIBILITY.absent ? 0 : 1,
    ];
  });
}

/** Averages the positions of each point over the poses in which it is present. */
function averagePoses(poses: readonly number[][][]): number[][] {
  return poses[0]!.map((_, index) => {
    const presentPoints = poses.flatMap((pose) => (pose[index]?.[2] === 1 ? [pose[index]] : []));
    const axes = [0, 1].map((axis) => (presentPoints.length > 0 ? average(presentPoints.map((point) => point[axis]!)) : 0.5));
    return [...axes, presentPoints.length / poses.length];
  });
}

const placePose = (pose: readonly number[][], [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) =>
  pose.map(([x = 0, y = 0, confidence = 0]) => [x1 + x * (x2 - x1), y1 + y * (y2 - y1), confidence]);

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function averageColours(colours: readonly Colour[]): Colour {
  return [0, 1, 2].map((channel) => average(colours.map((colour) => colour[channel]!))) as Colour;
}

/** Whether a point lies inside an outline (ray casting). The outline is x, y, x, y ... */
function isInsideOutline(outline: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let index = 0; index < outline.length; index += 2) {
    const [x1, y1] = [outline[index]!, outline[index + 1]!];
    const [x2, y2] = [outline[(index + 2) % outline.length]!, outline[(index + 3) % outline.length]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}
