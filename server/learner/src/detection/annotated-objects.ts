import type { InputImage } from '../images/image';
import type { Example, ExampleUse, TrainRequest } from '../protocol/protocol';
import { computeBoxOverlap, type Box } from '../scores/box-overlap';
import { getBounds, computePolygonOverlap, type Outline } from '../scores/polygon-overlap';
import type { OverlapFunction } from '../scores/average-precision';
import type { InputObject } from './cells/assign-cells';
import { toInputPixels } from './model/run-detector';

/** An annotated object in pixels of the image after EXIF rotation. */
export interface AnnotatedObject extends ExampleUse {
  label: string;
  box: Box;
  outline?: Outline;
}

/** Returns the objects of an example that a training learns: boxes or outlines with a known label and an area. */
export const listTrainableObjects = (example: Example, request: TrainRequest): AnnotatedObject[] =>
  listObjects(example, request).filter(({ isLeftOut }) => !isLeftOut);

/** Returns the objects of an example that a training ignores: their regions are neither objects nor background. */
export const listLeftOutObjects = (example: Example, request: TrainRequest): AnnotatedObject[] =>
  listObjects(example, request).filter(({ isLeftOut }) => isLeftOut);

/** Returns the boxes or outlines of an example with a known label and an area. */
export function listObjects({ boxes, polygons }: Example, { domain, labels }: TrainRequest): AnnotatedObject[] {
  const annotatedObjects: AnnotatedObject[] =
    domain === 'segmentation'
      ? polygons.map(({ points, ...object }) => ({ ...object, box: getBounds(points), outline: points }))
      : [...boxes];
  return annotatedObjects.filter(({ label, box }) => labels.some(({ id }) => id === label) && box[2] > box[0] && box[3] > box[1]);
}

/** Converts annotated objects to pixels of the model's input. */
export function toInputObjects(objects: readonly AnnotatedObject[], { labels }: TrainRequest, image: InputImage): InputObject[] {
  return objects.map(({ label, box, outline }) => ({
    label: labels.findIndex(({ id }) => id === label),
    box: toInputPixels(box, image),
    ...(outline && { outline: toInputPixels(outline, image) }),
  }));
}

/** Overlap of the outlines if both objects have one, otherwise of the boxes. */
export const computeObjectOverlap: OverlapFunction<Pick<AnnotatedObject, 'box' | 'outline'>> = (a, b, isCrowd) =>
  a.outline && b.outline ? computePolygonOverlap(a.outline, b.outline, isCrowd) : computeBoxOverlap(a.box, b.box, isCrowd);
