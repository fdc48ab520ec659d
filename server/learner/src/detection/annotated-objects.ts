import type { InputImage } from '../images/image';
import type { Example, TrainRequest } from '../protocol/protocol';
import { computeBoxOverlap, type Box } from '../scores/box-overlap';
import { getBounds, computePolygonOverlap, type Outline } from '../scores/polygon-overlap';
import type { OverlapFunction } from '../scores/average-precision';
import type { InputObject } from './cells/assign-cells';
import { toInputPixels } from './model/run-detector';

/** An annotated object in pixels of the image after EXIF rotation. */
export interface AnnotatedObject {
  label: string;
  box: Box;
  outline?: Outline;
}

/** Returns the objects of an example that are relevant for a training: boxes or polygons with a known label and an area. */
export function listTrainableObjects({ boxes, polygons }: Example, { domain, labels }: TrainRequest): AnnotatedObject[] {
  const all: AnnotatedObject[] =
    domain === 'segmentation'
      ? polygons.map(({ label, points }) => ({ label, box: getBounds(points), outline: points }))
      : boxes.map(({ label, box }) => ({ label, box }));
  return all.filter(({ label, box }) => labels.some(({ id }) => id === label) && box[2] > box[0] && box[3] > box[1]);
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
export const computeObjectOverlap: OverlapFunction<Omit<AnnotatedObject, 'label'>> = (a, b) =>
  a.outline && b.outline ? computePolygonOverlap(a.outline, b.outline) : computeBoxOverlap(a.box, b.box);
